"""Messages move from transcripts to strands, which transcripts share.

What is stored by now is not shared afterwards either: its rows have no prefix. `manage.py reparse` reads it again.
"""

import zlib

import django.db.models.deletion
from django.db import migrations, models


def move_messages(apps, schema_editor):
    Strand, Transcript = apps.get_model("transcripts", "Strand"), apps.get_model("transcripts", "Transcript")
    Message = apps.get_model("transcripts", "Message")
    for transcript in Transcript.objects.only("pk", "team_id", "messages").iterator():
        strand = Strand.objects.create(team_id=transcript.team_id, start=0, stop=transcript.messages)
        Message.objects.filter(transcript_id=transcript.pk).update(strand=strand)
        Transcript.objects.filter(pk=transcript.pk).update(strand=strand)


def pack_blocks(apps, schema_editor):
    Body = apps.get_model("transcripts", "Body")
    for body in Body.objects.only("pk", "blocks").iterator(chunk_size=200):
        Body.objects.filter(pk=body.pk).update(blocks=zlib.compress(bytes(body.blocks), 1))


class Migration(migrations.Migration):
    dependencies = [("transcripts", "0001_initial")]

    operations = [
        migrations.CreateModel(
            name="Strand",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("start", models.PositiveIntegerField()),
                ("stop", models.PositiveIntegerField()),
                (
                    "parent",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="children",
                        to="transcripts.strand",
                    ),
                ),
                (
                    "team",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="accounts.team"
                    ),
                ),
            ],
        ),
        migrations.AddField("body", "dialect", models.CharField(blank=True, max_length=20, default=""), False),
        migrations.AddField("body", "speaks", models.BooleanField(default=False)),
        migrations.AddField("body", "halves", models.JSONField(default=list)),
        migrations.AlterField("body", "blocks", models.BinaryField(blank=True, null=True)),
        migrations.AddField(
            "transcript",
            "strand",
            models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="transcripts",
                to="transcripts.strand",
            ),
        ),
        migrations.AddField(
            "message",
            "strand",
            models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.CASCADE, related_name="rows", to="transcripts.strand"
            ),
        ),
        migrations.AddField("message", "prefix", models.BinaryField(max_length=16, default=b""), False),
        migrations.RunPython(move_messages, migrations.RunPython.noop),
        migrations.RunPython(pack_blocks, migrations.RunPython.noop),
        migrations.RemoveConstraint("message", "one_message_a_place"),
        migrations.RemoveField("message", "transcript"),
        migrations.AlterField(
            "message",
            "strand",
            models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="rows", to="transcripts.strand"
            ),
        ),
        migrations.AddIndex("message", models.Index(fields=["prefix"], name="message_prefix")),
        migrations.AddConstraint(
            "message", models.UniqueConstraint(fields=["strand", "index"], name="one_message_a_place")
        ),
    ]
