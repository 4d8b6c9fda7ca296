/** What one request sees of the server, whichever version of the protocol it speaks. */
export interface Face {
  instructions: string
  /** Lists the tools. The list is ready JSON, for which its result has an empty field. */
  list(): { tools: [] }
  /**
   * Calls a tool with the arguments as they came in, because the SDKs leave some out. What it answered is ready JSON too,
   * and is the answer to whoever calls again: a request calls once.
   * @throws an RPC error for an unknown tool, ApiError for what is no matter of arguments
   */
  call(name: string): Promise<ToolResult>
}

/** What a request is answered; the status of 2026-07-28 says what kind of error it is. No message to a notification. */
export interface RpcAnswer {
  status: number
  message: RpcMessage | null
}

export interface RpcMessage {
  jsonrpc: '2.0'
  id?: string | number | null | undefined
  result?: object
  error?: { code: number; message: string; data?: unknown }
}

/** What an SDK sees of a tool's result. */
export interface ToolResult {
  [name: string]: unknown
  content: []
  structuredContent?: Record<string, never>
  isError?: true
}

export const serverInfo = { name: 'tenant-data-api', title: 'Tenant Data API', version: '1.0.0' }
export const capabilities = { tools: {} }

export const rpcCodes = { parseError: -32700, invalidRequest: -32600, methodNotFound: -32601, invalidParams: -32602 }

/** An error that the protocol carries as it is: the SDKs take the code of what is thrown. */
export function rpcError(code: number, message: string): Error & { code: number } {
  return Object.assign(new Error(message), { code })
}

/** Keeps what a call fails with, because the SDKs would make a JSON-RPC error of it and it is to be an HTTP problem. */
export function watchFailures({ call }: Face): { call: Face['call']; rethrow(): void } {
  let failure: { error: unknown } | undefined
  return {
    async call(name) {
      try {
        return await call(name)
      } catch (error) {
        const isOfProtocol = error instanceof Error && 'code' in error && typeof error.code === 'number'
        if (!isOfProtocol) failure = { error }
        throw error
      }
    },
    rethrow() {
      if (failure) throw failure.error
    },
  }
}

/** The whole list is one page, so that no cursor was ever given. */
export function refuseCursor(cursor: string | undefined): void {
  if (cursor !== undefined) throw rpcError(rpcCodes.invalidParams, 'tools/list is one page: no cursor is valid')
}
