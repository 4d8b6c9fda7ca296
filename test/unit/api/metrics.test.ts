import { expect } from 'chai'
import { createMetrics as createApiMetrics } from '../../../api/observability/metrics.ts'
import { createMetrics } from '../../../projector/metrics.ts'

describe('counters', () => {
  it('start at zero for every value of their labels, so that Prometheus sees the first event as an increase', async () => {
    const text = `${await createMetrics().registry.metrics()}${await createApiMetrics().registry.metrics()}`
    const zeros = [
      ...['malformed', 'unknown_type', 'invalid_data', 'unknown_organization', 'source_not_allowed', 'key_mismatch'],
      ...['wrong_partition', 'no_open_publication', 'publication_failed'],
    ].map((reason) => `tda_projector_dead_letters_total{reason="${reason}"} 0`)
    const ends = ['completed', 'aborted', 'superseded', 'silence', 'invalid_data', 'missing_part', 'duplicate_part']
    zeros.push(
      ...[...ends, 'wrong_counts', 'wrong_hash', 'out_of_order', 'future_time'].map(
        (outcome) => `tda_projector_publications_total{outcome="${outcome}"} 0`,
      ),
      ...['applied', 'stale', 'ignored', 'dead', 'purged', 'deferred'].map(
        (outcome) => `tda_projector_records_total{outcome="${outcome}"} 0`,
      ),
      ...['gap', 'undecodable', 'refused'].map((reason) => `tda_projector_stopped_partitions{reason="${reason}"} 0`),
      'tda_projector_retries_total{kind="unavailable"} 0',
      'tda_projector_retries_total{kind="kafka"} 0',
      'tda_projector_transaction_retries_total{code="Neo.TransientError.Transaction.DeadlockDetected"} 0',
      'tda_projector_fenced_total 0',
      'tda_exports_ended_total{kind="entities",outcome="failed"} 0',
      'tda_http_responses_total{status="401",code="invalid_token"} 0',
      'tda_http_responses_total{status="503",code="query_timeout"} 0',
      'tda_graph_errors_total{kind="unavailable"} 0',
    )
    const lines = text.split('\n')
    expect(zeros.filter((line) => !lines.includes(line))).to.deep.equal([])
  })
})
