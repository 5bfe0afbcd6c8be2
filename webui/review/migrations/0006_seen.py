import django.db.models.deletion
from django.db import migrations, models

REPEATED = ('team', 'kind', 'about', 'code', 'severity', 'source')


def repeat(apps, schema_editor):
    """Give each occurrence what it repeats of its case."""
    case = apps.get_model('review', 'Case').objects.filter(pk=models.OuterRef('case'))
    apps.get_model('review', 'Occurrence').objects.update(**{name: models.Subquery(case.values(name)) for name in REPEATED})


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0006_sign_in'),
        ('review', '0005_waiver_notice'),
    ]

    operations = [
        migrations.RemoveIndex(
            model_name='occurrence',
            name='occurrence_created',
        ),
        migrations.AddField(
            model_name='occurrence',
            name='about',
            field=models.CharField(null=True, choices=[('rule', 'Rule'), ('reason', 'Reason'), ('flag', 'Flag'), ('fact', 'Fact')], max_length=6),
        ),
        migrations.AddField(
            model_name='occurrence',
            name='code',
            field=models.CharField(null=True, max_length=60),
        ),
        migrations.AddField(
            model_name='occurrence',
            name='kind',
            field=models.CharField(null=True, choices=[('refused', 'Refused run'), ('broken', 'Broken transcript'), ('loss', 'Loss')], max_length=8),
        ),
        migrations.AddField(
            model_name='occurrence',
            name='severity',
            field=models.CharField(null=True, choices=[('error', 'Error'), ('warning', 'Warning')], max_length=7),
        ),
        migrations.AddField(
            model_name='occurrence',
            name='source',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='review.source'),
        ),
        migrations.AddField(
            model_name='occurrence',
            name='team',
            field=models.ForeignKey(null=True, db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='accounts.team'),
        ),
        migrations.RunPython(repeat, migrations.RunPython.noop),
    ]
