import { GetTokenInput, TokenResponse } from '../../../schemas/credentials.ts'
import { operation } from '../../core/operation.ts'

/** `GET /v1/token`: the organization, scopes, and quota of the caller's token, as read when it was verified. */
export const getToken = operation({
  operationId: 'getToken',
  method: 'GET',
  path: '/v1/token',
  scope: null,
  tag: 'Access',
  summary: 'Get the token of the request',
  description:
    'Returns the organization of the token, its scopes, its request limit, and when it expires. Never returns the ' +
    'secret. The operation also works while the data is being rebuilt, so a program can start with it.',
  isAvailableDuringRebuild: true,
  input: GetTokenInput,
  output: TokenResponse,
  examples: {
    input: {},
    output: {
      data: {
        organization: { key: 'quillmere', name: 'Quillmere', quotaPerMinute: null },
        credential: {
          id: 'rqFIacVoAjYX',
          name: 'demo',
          kind: 'service',
          scopes: ['graph:read', 'bom:read', 'materials:read', 'exports:create'],
          region: 'local',
          quotaPerMinute: 600,
          createdAt: '2026-09-14T06:00:00.000Z',
          expiresAt: null,
        },
      },
      meta: {},
    },
  },
  async handle(_input, { credential, organizationName, organizationQuota }) {
    const { id, name, kind, scopes, region, quota, createdAt, expiresAt } = credential
    return {
      data: {
        organization: { key: credential.organization, name: organizationName, quotaPerMinute: organizationQuota },
        credential: { id, name, kind, scopes, region, quotaPerMinute: quota, createdAt, expiresAt },
      },
      meta: {},
    }
  },
})
