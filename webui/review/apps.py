"""The app's entry."""

from django.apps import AppConfig


class ReviewConfig(AppConfig):
    name = "webui.review"
    label = "review"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from webui.accounts import frame
        from webui.jobs.registry import every, register
        from webui.review import (
            badge,
            bulk,
            covering,
            hooks,
            keeping,
            lapsing,
            making,
            marking,
            masking,
            searching,
            standing,
        )
        from webui.runs import listeners as runs
        from webui.transcripts import listeners as transcripts
        from webui.transcripts.maskers import on_masking
        from webui.transcripts.retention import on_retention

        register(covering.COVER, covering.cover_all)
        register(bulk.KIND, bulk.work, ended=bulk.ended)
        transcripts.on_search(searching.address_of)
        frame.on_waiting(badge.waiting_on)
        every(lapsing.NAME, lapsing.EVERY, lapsing.pass_time)
        transcripts.on_marks(marking.marks_of)
        transcripts.on_waived(marking.waived)
        transcripts.on_tolerated(marking.tolerated)
        transcripts.on_over(making.capture_over)
        transcripts.on_over(hooks.capture_over)
        transcripts.on_hold(keeping.pinned)
        on_retention(keeping.CASES)
        on_masking(masking.MASKER)
        runs.on_judged(making.run_judged)
        runs.on_judged(hooks.run_judged)
        runs.on_standing(standing.standing_of)
        runs.on_accepted(standing.last_accepted)
        runs.on_explained(making.run_explained)
        runs.on_passed(making.pass_ended)
        runs.on_decided(making.facts_decided)
