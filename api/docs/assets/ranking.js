// The ranking of the search. The server makes the index with it, and pages query the index with it.

/** Groups of words and phrases that are synonyms in the search. */
export const synonyms = [
  ['pagination', 'paging', 'cursor', 'next page'],
  ['api key', 'token', 'credential', 'bearer'],
  ['sign in', 'log in', 'login', 'token', 'explorer'],
  ['authentication', 'auth', 'authorization'],
  ['inventory', 'stock', 'position', 'on hand'],
  ['consumption', 'yield', 'usage'],
  ['bom', 'bill of materials', 'bills of material'],
  ['alert', 'alarm'],
  ['sdk', 'typescript', 'client library', 'npm package'],
  ['excel', 'csv', 'spreadsheet'],
  ['webhook', 'notice', 'notification', 'follow changes'],
  ['architecture', 'how it works', 'overview'],
  ['deprecation', 'versioning', 'breaking change'],
  ['quickstart', 'quick start', 'getting started', 'get started'],
  ['data', 'record'],
  ['backup', 'back up', 'dump'],
  ['restore', 'recovery'],
  ['upgrade', 'update', 'migration'],
  ['install', 'deploy', 'setup', 'set up'],
  ['monitor', 'observability', 'metric'],
  ['error', 'problem'],
  ['rate limit', 'throttling', 'quota', 'too many requests'],
  ['mcp server', 'mcp client'],
  ['settings', 'configuration', 'environment variable'],
  ['dead letter', 'rejection', 'rejected'],
  ['waste', 'wastage', 'waste allowance'],
  ['delete', 'remove'],
  ['permission', 'scope'],
  ['tenant', 'organization', 'brand'],
  ['cli', 'command line', 'tda'],
  ['compare', 'comparison', 'diff'],
]

/** Words that are ignored in a query with other words. */
export const stopWords = new Set(
  'a an and are as at be by can do does for from how i in is it me my of on or should that the this to use via what when where which who why with you your'.split(
    ' ',
  ),
)

/** The weight of a match by its field: a match in a title counts more than one in the text. */
export const fieldWeights = { code: 6, keywords: 6, title: 4, page: 2.5, path: 1.5, text: 1 }

/** The weight of a match by its page. The first line whose path is a prefix of the address applies. */
const pageWeights = [
  ['changelog', 0.2],
  ['project/', 0.2],
  ['adr', 0.2],
  ['tutorials/', 0.8],
  ['concepts/', 1.15],
  ['problems', 0.9],
]
const LANDING_WEIGHT = 0.3
/** Raises hits at the start of a page, which introduces the whole page. */
const START_WEIGHT = 1.25

/** @param url of a section, relative to `/docs/` */
export function weightOf(url) {
  if (url === '' || url.startsWith('#')) return LANDING_WEIGHT
  const [, weight = 1] = pageWeights.find(([path]) => url.startsWith(path)) ?? []
  return url.includes('#') ? weight : weight * START_WEIGHT
}

/** Additional search words for pages whose text does not contain them. */
export const keywords = {
  quickstart: 'quickstart getting started tutorial try demo',
  glossary: 'glossary terms definitions vocabulary',
  'concepts/how-it-works': 'architecture overview diagram components',
  'concepts/data-model': 'entity identity schema graph model',
  'concepts/bom-snapshots': 'bill of materials bom consumption yield',
  'concepts/cross-system-data': 'inventory stock position reconciliation discrepancy',
  'concepts/security': 'security tenancy privacy isolation gdpr encryption',
  'concepts/delivery-guarantees': 'at least once exactly once ordering duplicates',
  'read/explorer': 'sign in web ui browser',
  'read/exports': 'export exports excel csv spreadsheet download',
  'read/typescript': 'sdk javascript node client library',
  'read/python': 'python pandas notebook',
  'read/incremental-sync':
    'incremental sync webhooks polling changes change feed deletions copy notices notifications updatedSince',
  'read/mcp-clients': 'mcp server claude desktop cursor vs code connect agent ai',
  'send/records': 'send data produce publish events ingest',
  'operate/backup-and-restore': 'backup restore disaster recovery dump',
  'operate/install': 'install deploy docker kubernetes helm',
  'reference/authentication': 'authentication api key token bearer sign in scopes 401 403',
  'reference/pagination': 'pagination paging cursor limit next page',
  'reference/rate-limits': 'rate limit 429 quota throttling backoff',
  'reference/versioning': 'deprecation versioning breaking changes compatibility webhooks sunset',
}
