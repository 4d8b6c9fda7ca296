import json
import unicodedata
import uuid

NAMESPACE = uuid.UUID("b0a1c6f2-5d0e-4e57-9c1f-2f6d8a3e7c41")


def canonical_id(organization, entity_type, system, instance, record_id):
    parts = [organization, entity_type, system, instance, record_id]
    name = json.dumps(parts, ensure_ascii=False, separators=(",", ":"))
    return uuid.uuid5(NAMESPACE, unicodedata.normalize("NFC", name))


print(canonical_id("quillmere", "material", "plm", "main", "M-1"))
