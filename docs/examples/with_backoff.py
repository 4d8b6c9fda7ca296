import os
import random
import time
from urllib.error import HTTPError
from urllib.request import Request, urlopen

MOST_ATTEMPTS = 5


def read(path):
    """Sends a read, and retries after 429 and 503: at least Retry-After, and twice as long each time."""
    request = Request(os.environ["BASE_URL"] + path, headers={"Authorization": f"Bearer {os.environ['TOKEN']}"})
    for attempt in range(1, MOST_ATTEMPTS + 1):
        try:
            return urlopen(request)
        except HTTPError as error:
            if error.code not in (429, 503) or attempt == MOST_ATTEMPTS:
                raise
            time.sleep(max(int(error.headers["Retry-After"] or 0), 2**attempt) + random.random())


with read("/v1/token") as response:
    print(response.status, response.headers["RateLimit-Policy"])
