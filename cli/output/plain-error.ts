/** The meaning of the operating system's error codes about files, with advice, by code. */
const files: Record<string, (path: string) => string> = {
  ENOENT: (path) => `There is no file or directory ${path}. Check the path`,
  ENOTDIR: (path) => `Part of the path ${path} is not a directory. Check the path`,
  EISDIR: (path) => `${path} is a directory. Name a file`,
  EACCES: (path) => `You are not permitted to open ${path}. Check its permissions`,
  EPERM: (path) => `You are not permitted to change ${path}. Check its permissions`,
  EROFS: (path) => `${path} is on a read-only file system. Name another path`,
  ENOSPC: (path) => `The disk of ${path} is full. Free some space and run the command again`,
  EMFILE: (path) => `Too many files are open to open ${path}. Raise the limit of open files`,
  EEXIST: (path) => `${path} exists already. Name another path`,
  EIO: (path) => `The disk of ${path} has an error. Check the disk`,
}

const connections: Record<string, string> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed',
  EPIPE: 'the connection was closed',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  ENOTFOUND: 'the host name is unknown',
  EAI_AGAIN: 'the host name cannot be resolved now',
  ETIMEDOUT: 'the connection timed out',
}

/**
 * Describes an error in one line for people: an error of the operating system by its meaning, any other by its message.
 * `fallback` is the name of the file if the error does not contain it.
 */
export function plainError(error: unknown, fallback = 'the file'): string {
  const { code, path, broker, address, hostname, port }: NodeJS.ErrnoException & Address = Object(error)
  const ofFile = files[String(code)]
  if (ofFile) return ofFile(path ?? fallback)
  const ofConnection = connections[String(code)]
  if (!ofConnection) return oneLine(error instanceof Error ? error.message : String(error))
  const host = address ?? hostname
  const peer = broker ?? (host === undefined || port === undefined ? host : `${host}:${port}`)
  return peer === undefined ? ofConnection : `${ofConnection} (${peer})`
}

/** The address of a failed connection: kafkajs sets `broker`, Node sets the other fields. */
interface Address {
  broker?: string
  address?: string
  hostname?: string
  port?: number
}

/** Joins the lines of a text. */
export function oneLine(text: string): string {
  const lines = text.split('\n').map((line) => line.trim())
  return lines.filter((line) => line !== '').join(' ')
}

/** Adds a period if the message has no end mark. */
export function asSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`
}
