/** The states of a publication, in the order of the contract. */
export const publicationStates = ['building', 'completed', 'failed', 'aborted', 'retired'] as const

/** Why an event is put aside, in the order of the contract. */
export const rejectionReasons = [
  'malformed',
  'unknown_type',
  'invalid_data',
  'unknown_organization',
  'source_not_allowed',
  'key_mismatch',
  'wrong_partition',
  'no_open_publication',
  'publication_failed',
  'unprocessable',
] as const
