/** Why publications fail; operators see them in `tda publications`, in a metric, and with the dead letters. */
export type FailureCode =
  | 'aborted'
  | 'superseded'
  | 'silence'
  | 'invalid_data'
  | 'missing_part'
  | 'duplicate_part'
  | 'wrong_counts'
  | 'wrong_hash'
  | 'out_of_order'
  | 'future_time'

export interface Failure {
  code: FailureCode
  /** Names what is wrong, without values of the payload. */
  detail: string
}

export const failure = (code: FailureCode, detail: string): Failure => ({ code, detail })
