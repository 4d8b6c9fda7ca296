import type { IngestPublication, IngestRejection } from '@tenant-data/client'

/** What to do, and where the docs say more. */
export interface NextStep {
  step: string
  docs: string
}

const docs = '/docs/send/records'
const letters = `${docs}#dead-letters`
const lookedLike = `${docs}#what-it-looks-like`
const failures = `${docs}#why-publications-fail`

/** What to do about an event that was put aside, as the guide of data engineers has it. */
export const rejectionSteps: Readonly<Record<IngestRejection['reason'], NextStep>> = {
  malformed: {
    step: 'Mend the producer: what it sends is no event. The detail often says what it looks like. Then send the record as a new event.',
    docs: lookedLike,
  },
  unknown_type: {
    step: 'Mend the producer: there is no such type of event. Then send the record as a new event.',
    docs: letters,
  },
  invalid_data: {
    step: 'Mend the record, or the source’s clock where its time is ahead. Then send it as a new event; it needs no replay.',
    docs: letters,
  },
  unknown_organization: {
    step: 'Have the organization registered. The operator then replays the event.',
    docs: letters,
  },
  source_not_allowed: {
    step: 'Have the source allowed for the organization. The operator then replays the event.',
    docs: letters,
  },
  key_mismatch: {
    step: 'Mend the producer: the key of the record must name what the event is about. Then send it as a new event.',
    docs: letters,
  },
  wrong_partition: {
    step: 'Set the partitioner of the producer: all events of a publication belong into the partition of its organization.',
    docs: letters,
  },
  no_open_publication: {
    step: 'Send the publication anew, under a new snapshot ID: it was not started, or had ended. Its events cannot be replayed.',
    docs: failures,
  },
  publication_failed: {
    step: 'Mend the cause, and send the publication anew, under a new snapshot ID.',
    docs: failures,
  },
  unprocessable: {
    step: 'Tell the operator: the service met an error of its own, and the event may be sound. Once it is mended the operator replays the event; a publication is sent anew.',
    docs: letters,
  },
}

const anew = 'Publish anew, under a new snapshot ID.'

/** What to do about a publication that failed, as the guides have it. */
export const publicationSteps: Readonly<Record<NonNullable<IngestPublication['reason']>, NextStep>> = {
  aborted: { step: `The source gave up, in its own words. ${anew}`, docs: failures },
  superseded: {
    step: 'Another publication was started before this one was completed: look at that one.',
    docs: failures,
  },
  silence: { step: `No event came for too long. See why the source stopped. ${anew}`, docs: failures },
  invalid_data: { step: `The rejected event names every fault by its place. Mend the source. ${anew}`, docs: failures },
  missing_part: { step: `A style is not complete: events were lost or not sent. ${anew}`, docs: failures },
  duplicate_part: { step: `Parts of a style were sent twice in other words. Mend the source. ${anew}`, docs: failures },
  wrong_counts: {
    step: `What came is not what its last event says: events were lost, or counted wrongly by the source. ${anew}`,
    docs: failures,
  },
  wrong_hash: {
    step: `The content is not what its last event says: events were lost or changed, or hashed wrongly. ${anew}`,
    docs: failures,
  },
  out_of_order: {
    step: `The time of its last event is before that of the previous publication. Mend the source’s clock. ${anew}`,
    docs: failures,
  },
  future_time: { step: `The time of its last event lies ahead. Mend the source’s clock. ${anew}`, docs: failures },
  unprocessable: {
    step: `The service met an error of its own at one of the events: tell the operator. ${anew}`,
    docs: failures,
  },
}
