// name: countNodes
// The number of all nodes, from the counters of the store.
MATCH (n)
RETURN count(n) AS nodes

// name: showPageCache
// The size of the page cache, such as 512.00MiB. No row if this user may not read the setting, null if it is not set.
SHOW SETTINGS 'server.memory.pagecache.size' YIELD value
RETURN value AS pageCache
