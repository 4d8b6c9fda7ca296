type Write = (fields: object, message: string) => void

/** The log that code writes to, for example a pino logger. */
export type Log = { debug: Write; info: Write; warn: Write; error: Write }
