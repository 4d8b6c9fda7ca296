/**
 * From now on whatever this process and its children make is for their user alone: files 0600, folders 0700. Stores, logs,
 * spools and exports hold what organizations own, and the machine may have other users.
 */
export function keepFilesPrivate(): void {
  process.umask(0o077)
}
