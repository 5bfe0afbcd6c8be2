from django.utils import timezone

from webui.transcripts.models import Transcript
from webui.transcripts.views.outcome import LOGGED, outcome


def test_the_answer_about_a_list_rebuilt_from_a_log_says_that_it_is_less_certain() -> None:
    sound = Transcript(dialect="anthropic", checked=timezone.now(), reconstructed=True)
    assert outcome(sound).rest == f"nothing found; {LOGGED}"
    broken = Transcript(dialect="anthropic", checked=timezone.now(), reconstructed=True, errors=1)
    assert (outcome(broken).kind, outcome(broken).rest) == ("refused", f"1 error; {LOGGED}")
    captured = Transcript(dialect="anthropic", checked=timezone.now())
    assert outcome(captured).rest == "nothing found"
