import json
import os
import shutil
import time
import urllib.error
import urllib.parse
import urllib.request

BASE_URL = os.environ["BASE_URL"]
TOKEN = os.environ["TOKEN"]


def send(path, body=None):
    """The open answer to a request; waits and repeats where the service asks for that."""
    request = urllib.request.Request(BASE_URL + path, headers={"Authorization": f"Bearer {TOKEN}"})
    if body is not None:
        request.data = json.dumps(body).encode()
        request.add_header("Content-Type", "application/json")
    while True:
        try:
            return urllib.request.urlopen(request, timeout=60)
        except urllib.error.HTTPError as error:
            if error.code not in (429, 503):
                raise RuntimeError(error.read().decode()) from None
            time.sleep(int(error.headers["Retry-After"]))


def ask(path, body=None):
    with send(path, body) as answer:
        return json.load(answer)


def rows(path, **filters):
    """All rows of a list, one at a time: `links.next` of a page is the cursor of the next one."""
    asked = {**filters, "limit": 1000}
    while True:
        page = ask(f"{path}?{urllib.parse.urlencode(asked)}")
        yield from page["data"]
        if page["links"]["next"] is None:
            return
        asked["cursor"] = page["links"]["next"]


def export(kind, file, **parameters):
    """Makes an export, waits for it, and stores its CSV file."""
    job = ask("/v1/exports", {"kind": kind, "parameters": parameters})["data"]
    while job["pollAfterSeconds"] is not None:
        time.sleep(job["pollAfterSeconds"])
        job = ask(f"/v1/exports/{job['exportId']}")["data"]
    if job["status"] != "completed":
        raise RuntimeError(f"the export {job['status']}: {job['errorCode']}")
    with send(f"/v1/exports/{job['exportId']}/download") as answer, open(file, "wb") as target:
        shutil.copyfileobj(answer, target)
    return job
