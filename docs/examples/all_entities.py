import json
import os
from urllib.parse import urlencode
from urllib.request import Request, urlopen

headers = {"Authorization": f"Bearer {os.environ['TOKEN']}"}
cursor = None
while True:
    query = {"limit": 1000} if cursor is None else {"limit": 1000, "cursor": cursor}
    address = f"{os.environ['BASE_URL']}/v1/entities?{urlencode(query)}"
    with urlopen(Request(address, headers=headers)) as response:
        page = json.load(response)
    for entity in page["data"]:
        print(entity["id"], entity["label"])
    cursor = page["links"]["next"]
    if cursor is None:
        break
