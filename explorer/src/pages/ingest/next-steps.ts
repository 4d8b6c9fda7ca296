import type { IngestPublication, IngestRejection } from '@tenant-data/client'

/** A recommended step, and the page of the docs that explains it. */
export interface NextStep {
  step: string
  docs: string
}

const causes = '/docs/send/rejected-events#fix-the-cause'
const formats = '/docs/send/rejected-events#recognize-a-wrong-format'
const failures = '/docs/send/publish-a-bom#why-a-publication-fails'

/** What to do about a rejected event, by the reason of its rejection. */
export const rejectionSteps: Readonly<Record<IngestRejection['reason'], NextStep>> = {
  malformed: {
    step: 'Fix the producer: the message is not a valid event. The detail often names the format that it resembles. Then send the record as a new event.',
    docs: formats,
  },
  unknown_type: {
    step: 'Fix the producer: this event type does not exist. Then send the record as a new event.',
    docs: causes,
  },
  invalid_data: {
    step: 'Fix the record, or the source’s clock if the time is in the future. Then send the record as a new event. A replay is not needed.',
    docs: causes,
  },
  unknown_organization: {
    step: 'Ask the operator to register the organization and to replay the event.',
    docs: causes,
  },
  source_not_allowed: {
    step: 'Ask the operator to allow the source for the organization and to replay the event.',
    docs: causes,
  },
  key_mismatch: {
    step: 'Fix the producer: the record key must match the subject of the event. Then send it as a new event.',
    docs: causes,
  },
  wrong_partition: {
    step: 'Fix the partitioner of the producer: all events of a BOM publication must be in the partition of its organization.',
    docs: causes,
  },
  no_open_publication: {
    step: 'Send the publication again with a new snapshot ID. It was not started, or it had already ended. Its events cannot be replayed.',
    docs: failures,
  },
  publication_failed: {
    step: 'Fix the cause, and send the publication again with a new snapshot ID.',
    docs: failures,
  },
  unprocessable: {
    step: 'Contact the operator: the service had an internal error, and the event might be valid. After the fix, the operator replays the event. Send a publication again.',
    docs: causes,
  },
}

const again = 'Publish again with a new snapshot ID.'

/** What to do about a failed publication, by the reason of its failure. */
export const publicationSteps: Readonly<Record<NonNullable<IngestPublication['reason']>, NextStep>> = {
  aborted: {
    step: `The source aborted the publication. The detail is the source’s own message. ${again}`,
    docs: failures,
  },
  superseded: {
    step: 'Another publication was started before this one completed. Open that publication instead.',
    docs: failures,
  },
  silence: {
    step: `No event arrived within the time limit. Find out why the source stopped. ${again}`,
    docs: failures,
  },
  invalid_data: { step: `The errors below name the styles and lines. Fix the source. ${again}`, docs: failures },
  missing_part: { step: `A style is incomplete: events were lost or not sent. ${again}`, docs: failures },
  duplicate_part: {
    step: `A part of a style was sent twice with different contents. Fix the source. ${again}`,
    docs: failures,
  },
  wrong_counts: {
    step: `The received counts differ from the counts in the last event. Events were lost, or the source counted incorrectly. ${again}`,
    docs: failures,
  },
  wrong_hash: {
    step: `The contents differ from the hash in the last event. Events were lost or changed, or the source computed the hash incorrectly. ${again}`,
    docs: failures,
  },
  base_moved: {
    step: `Another snapshot than the stated one is the newest. Compare with the newest snapshot. ${again}`,
    docs: failures,
  },
  base_unusable: {
    step: 'The publication is partial, and the newest snapshot has no totals to build on. Publish the whole BOM once.',
    docs: failures,
  },
  shrunk: {
    step: `The publication has far fewer styles or rows than the newest snapshot. If this is intended, send allowShrink. ${again}`,
    docs: failures,
  },
  out_of_order: {
    step: `The time of the last event is before that of the previous publication. Fix the source’s clock. ${again}`,
    docs: failures,
  },
  future_time: {
    step: `The time of the last event is in the future. Fix the source’s clock. ${again}`,
    docs: failures,
  },
  unprocessable: {
    step: `The service had an internal error while processing an event. Contact the operator. ${again}`,
    docs: failures,
  },
}
