"""The app's entry."""

from django.apps import AppConfig


class RunsConfig(AppConfig):
    name = "webui.runs"
    label = "runs"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from webui.jobs.registry import register
        from webui.runs import access, jobs, keeping, masking, moments, passing, points, sample, ways
        from webui.runs.store import purging
        from webui.transcripts import listeners
        from webui.transcripts.maskers import on_masking
        from webui.transcripts.moments import on_moments
        from webui.transcripts.points import on_points
        from webui.transcripts.retention import on_retention

        register(access.EXPLAIN, jobs.explain, ended=jobs.ended)
        register(access.ADVANCE, passing.advance, ended=passing.ended)
        listeners.on_boundary(jobs.boundary_found)
        listeners.on_over(jobs.capture_over)
        listeners.on_over(sample.pair_up)
        on_retention(keeping.RUNS)
        on_masking(masking.MASKER)
        listeners.on_going(purging.capture_going)
        listeners.on_sample(sample.load)
        on_points(points.points_of)
        on_moments(moments.moments_of)
        listeners.on_transcript(ways.ways_of)
        listeners.on_search(ways.address_of)
