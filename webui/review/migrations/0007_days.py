import django.db.models.deletion
import webui.common.days
from django.db import migrations, models
from django.db.models import F


class Migration(migrations.Migration):

    dependencies = [
        ('review', '0006_seen'),
    ]

    operations = [
        migrations.AlterField(
            model_name='occurrence',
            name='about',
            field=models.CharField(choices=[('rule', 'Rule'), ('reason', 'Reason'), ('flag', 'Flag'), ('fact', 'Fact')], max_length=6),
        ),
        migrations.AlterField(
            model_name='occurrence',
            name='code',
            field=models.CharField(max_length=60),
        ),
        migrations.AlterField(
            model_name='occurrence',
            name='kind',
            field=models.CharField(choices=[('refused', 'Refused run'), ('broken', 'Broken transcript'), ('loss', 'Loss')], max_length=8),
        ),
        migrations.AlterField(
            model_name='occurrence',
            name='severity',
            field=models.CharField(choices=[('error', 'Error'), ('warning', 'Warning')], max_length=7),
        ),
        migrations.AlterField(
            model_name='occurrence',
            name='source',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='review.source'),
        ),
        migrations.AlterField(
            model_name='occurrence',
            name='team',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='accounts.team'),
        ),
        migrations.AddIndex(
            model_name='case',
            index=models.Index(F('team'), webui.common.days.Day('created'), F('state'), F('due'), F('kind'), F('about'), F('code'), F('severity'), F('source'), F('owner'), F('created'), condition=models.Q(('closed__isnull', True)), name='case_open_day'),
        ),
        migrations.AddIndex(
            model_name='case',
            index=models.Index(F('team'), webui.common.days.Day('closed'), F('state'), F('kind'), F('about'), F('code'), F('severity'), F('source'), F('owner'), F('number'), F('waiver'), F('closed'), F('created'), condition=models.Q(('closed__isnull', False)), name='case_closed_day'),
        ),
        migrations.AddIndex(
            model_name='occurrence',
            index=models.Index(F('team'), webui.common.days.Day('created'), F('code'), F('about'), F('kind'), F('severity'), F('source'), F('count'), F('case'), F('run'), F('created'), name='occurrence_day'),
        ),
    ]
