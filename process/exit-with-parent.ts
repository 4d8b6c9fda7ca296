const GRACE_MS = 4000

/**
 * Calls `onParentGone` once when standard input ends: the process that started this one holds the other end of that
 * pipe, and it breaks however that process ends, kill -9 included. What has not ended by itself 4 s later is ended.
 * For processes started with EXIT_WITH_PARENT only: elsewhere standard input may be empty from the start.
 */
export function exitWithParent(onParentGone: () => void): void {
  const { stdin } = process
  let gone = false
  const leave = () => {
    if (gone) return
    gone = true
    setTimeout(() => process.exit(1), GRACE_MS).unref()
    onParentGone()
  }
  stdin.on('end', leave).on('close', leave).on('error', leave).resume()
  // An orderly shutdown ends with an empty event loop, which a waiting pipe must not keep alive.
  stdin.unref()
}
