import json
import os
from datetime import datetime, timedelta

from tenant_data import rows

STATE = "sync-state.json"
OVERLAP = timedelta(hours=1)

known = {}
since = None
if os.path.exists(STATE):
    with open(STATE) as file:
        state = json.load(file)
    known, since = state["known"], state["since"]

filters = {}
if since is not None:
    filters["updatedSince"] = (datetime.fromisoformat(since) - OVERLAP).isoformat()

changed = 0
for entity in rows("/v1/entities", **filters):
    if known.get(entity["id"]) == entity["revision"]:
        continue  # Already stored: it is part of the overlap.
    known[entity["id"]] = entity["revision"]
    since = max(since or "", entity["updatedAt"])
    changed += 1  # Write the entity to your own store here.

with open(STATE, "w") as file:
    json.dump({"known": known, "since": since}, file)
print("There were changes:", changed > 0)
