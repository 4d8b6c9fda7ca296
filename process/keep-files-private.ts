/**
 * From now on, files and folders that this process and its children create are accessible only to their user: files
 * 0600, folders 0700. Stores, logs, spools and exports contain data of organizations, and the machine may have other
 * users.
 */
export function keepFilesPrivate(): void {
  process.umask(0o077)
}
