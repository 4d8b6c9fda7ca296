type Write = (fields: object, message: string) => void

/** Where code reports; a pino logger is one. */
export type Log = { debug: Write; info: Write; warn: Write; error: Write }
