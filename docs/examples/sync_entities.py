import json
import sqlite3
import urllib.parse
from datetime import datetime, timezone

from tenant_data import Problem, call, rows

store = sqlite3.connect("copy.db")
store.executescript("""
    CREATE TABLE IF NOT EXISTS entities (id TEXT PRIMARY KEY, type TEXT, revision INTEGER, document TEXT);
    CREATE TABLE IF NOT EXISTS feed (resume TEXT);
""")


def read_changes(**place):
    return call("/v1/changes?" + urllib.parse.urlencode({"kind": "entity", "limit": 1000, **place}))


def put(entity):
    values = (entity["id"], entity["type"], entity["revision"], json.dumps(entity))
    store.execute("INSERT OR REPLACE INTO entities VALUES (?, ?, ?, ?)", values)


def delete(entity_id):
    store.execute("DELETE FROM entities WHERE id = ?", (entity_id,))


def is_stored(change):
    found = store.execute("SELECT revision FROM entities WHERE id = ?", (change["id"],)).fetchone()
    return found is not None and found[0] >= change["revision"]


def remember(resume):
    store.execute("DELETE FROM feed")
    store.execute("INSERT INTO feed VALUES (?)", (resume,))


def read_everything():
    """Gets a cursor before it reads all entities, so the cursor continues with all changes from then on."""
    resume = read_changes(since=datetime.now(timezone.utc).isoformat())["meta"]["resume"]
    with store:
        store.execute("DELETE FROM entities")
        for entity in rows("/v1/entities"):
            if entity["type"] != "bom_publication":  # It has changes of the kind bom_snapshot.
                put(entity)
        remember(resume)
    return resume


def apply(page):
    """Stores the changes of a page together with the cursor after it: both, or none of them."""
    latest = {change["id"]: change for change in page["data"]}
    with store:
        for entity_id, change in latest.items():
            if is_stored(change):
                continue
            if change["op"] == "deleted":
                delete(entity_id)
                continue
            try:
                put(call(f"/v1/entities/{entity_id}")["data"])
            except Problem as problem:
                if problem.code != "entity_not_found":
                    raise
                delete(entity_id)  # It was deleted again. The feed lists this later.
        remember(page["meta"]["resume"])


stored = store.execute("SELECT resume FROM feed").fetchone()
cursor = stored[0] if stored else read_everything()
while cursor is not None:
    try:
        page = read_changes(cursor=cursor)
    except Problem as problem:
        if problem.code != "changes_expired":
            raise
        cursor = read_everything()
        continue
    apply(page)
    cursor = page["links"]["next"]

(count,) = store.execute("SELECT count(*) FROM entities WHERE type = 'style'").fetchone()
print("The copy has all styles:", count == call("/v1/entities?type=style&count=true")["meta"]["count"])
