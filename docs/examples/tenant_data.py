import json
import os
import shutil
import time
import urllib.error
import urllib.parse
import urllib.request

BASE_URL = os.environ["BASE_URL"]
TOKEN = os.environ["TOKEN"]


class Problem(RuntimeError):
    """An error response. `code` is one of the error codes, or None if the response isn't from the API."""

    def __init__(self, error):
        text = error.read().decode()
        super().__init__(text)
        is_problem = error.headers.get_content_type() == "application/problem+json"
        self.code = json.loads(text)["code"] if is_problem else None


def send(path, body=None):
    """Sends a request and returns the open response; retries after 429 and 503."""
    request = urllib.request.Request(BASE_URL + path, headers={"Authorization": f"Bearer {TOKEN}"})
    if body is not None:
        request.data = json.dumps(body).encode()
        request.add_header("Content-Type", "application/json")
    while True:
        try:
            return urllib.request.urlopen(request, timeout=60)
        except urllib.error.HTTPError as error:
            if error.code not in (429, 503):
                raise Problem(error) from None
            time.sleep(int(error.headers["Retry-After"]))


def call(path, body=None):
    with send(path, body) as response:
        return json.load(response)


def rows(path, **filters):
    """All rows of a list, one at a time: `links.next` of a page is the cursor of the next page."""
    query = {**filters, "limit": 1000}
    while True:
        page = call(f"{path}?{urllib.parse.urlencode(query)}")
        yield from page["data"]
        if page["links"]["next"] is None:
            return
        query["cursor"] = page["links"]["next"]


def export(kind, file, format="csv", **parameters):
    """Creates an export, waits until it is completed, and stores its file."""
    job = call("/v1/exports", {"kind": kind, "format": format, "parameters": parameters})["data"]
    while job["pollAfterSeconds"] is not None:
        time.sleep(job["pollAfterSeconds"])
        job = call(f"/v1/exports/{job['exportId']}")["data"]
    if job["status"] != "completed":
        raise RuntimeError(f"the export {job['status']}: {job['errorCode']}")
    with send(f"/v1/exports/{job['exportId']}/download") as response, open(file, "wb") as target:
        shutil.copyfileobj(response, target)
    return job
