const GRACE_MS = 4000

/**
 * Calls `onParentGone` once when standard input ends. The parent process has the other end of that pipe, which closes
 * when the parent ends for any reason, including kill -9. If this process is still running 4 s later, it is ended. Use
 * it only in processes that were started with EXIT_WITH_PARENT, because standard input of others may be empty from the
 * start.
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
  // The pipe must not keep the process alive after an orderly shutdown.
  stdin.unref()
}
