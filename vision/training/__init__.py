"""Makes the small network that judges faces (`vision.face_net`): drawn pictures, training, report.

Run by `make train`, never by the table: only `fitting` needs PyTorch. Every picture is drawn here or by
`vision.sim`; no photograph is used.
"""
