import type { MaterialRequirements } from '../../../schemas/bom/material-requirements.ts'
import type { BomYieldChangeSummary } from '../../../schemas/bom/yield-change-summary.ts'
import { BomYieldState, type BomYieldStep } from '../../../schemas/bom/yield-history.ts'
import type { BomYieldSummary } from '../../../schemas/bom/yield-summary.ts'
import type { BomSnapshot, BomYield, BomYieldChange, BomYieldRow } from '../../../schemas/bom/yields.ts'

/** The newest snapshot of the demo, as the service returns it. */
export const exampleSnapshot: BomSnapshot = {
  snapshotId: '01M2C93KPM0NJST8Z4VRRSMS61',
  publicationId: 'fa57dab6-6429-5c4b-aa14-091bc8f3860c',
  publicationNumber: 5,
  effectiveAt: '2026-09-13T00:00:00.000Z',
  startedAt: '2026-09-13T02:16:27.636Z',
  completedAt: '2026-09-13T02:21:27.636Z',
  sourceSystem: 'plm',
  styleCount: 300,
  skuCount: 5591,
  rowCount: 126119,
  contentHash: 'sha256sum:c7b7592081a01f772bad111e76b3ba8ac2e17a50407fd044f94f6a3612de7a14',
  previousSnapshotId: '01M29PACYT7RPDKX9BBMRWYY9Q',
  availableUntil: null,
}

const earlierSnapshot: BomSnapshot = {
  snapshotId: '01M29PACYT7RPDKX9BBMRWYY9Q',
  publicationId: 'f9861614-7414-5617-b736-5e98f454b314',
  publicationNumber: 4,
  effectiveAt: '2026-09-12T00:00:00.000Z',
  startedAt: '2026-09-12T02:10:38.298Z',
  completedAt: '2026-09-12T02:14:38.298Z',
  sourceSystem: 'plm',
  styleCount: 300,
  skuCount: 5591,
  rowCount: 126112,
  contentHash: 'sha256sum:edb73d40cd20d34b08774bf92c75ff51996c5f823892446ba40db156a4ee05d3',
  previousSnapshotId: '01M2745VVP544MP6BNR3XE8EGB',
  availableUntil: '2027-10-17T02:14:38.298Z',
}

/** The two newest snapshots of the demo, newest first. */
export const exampleSnapshots: [BomSnapshot, BomSnapshot] = [exampleSnapshot, earlierSnapshot]

/** The yield of a fabric for one SKU: the first row of the newest snapshot. */
export const exampleYield: BomYield = {
  snapshotId: '01M2C93KPM0NJST8Z4VRRSMS61',
  matchKey: '62a848e5-908b-5be5-bbce-37c867f3fb30.PwJqm9lyH-xTIJC6q.0',
  styleId: '9f5df282-20cc-5ecf-9412-071f8be67c0a',
  style: 'QM26-0001',
  skuId: '62a848e5-908b-5be5-bbce-37c867f3fb30',
  sku: 'QM26-0001-BLK-28',
  colorwayCode: 'BLK',
  sizeCode: '28',
  bomLineRef: null,
  lineNumber: 10,
  section: 'fabric',
  placement: 'body',
  materialId: '882d8343-1bfc-54a3-b27e-bfbe53fb78f6',
  material: 'MT-00010',
  materialName: 'Quenridora Oxford 110',
  materialType: 'fabric',
  materialColorCode: 'BLK',
  mpn: 'WB-35654',
  supplierId: '3c9b9691-ccc7-5b0b-bc81-5b37f7c8c7df',
  supplierCode: 'SUP-22',
  supplier: 'Kelskasholt Weaving',
  netYield: '1.1051',
  wastagePercent: '6.5',
  wastageBasis: 'on_net',
  grossYield: '1.1769315',
  yieldPerUnits: 1,
  uom: 'MTR',
  netYieldBase: '1.1051',
  grossYieldBase: '1.1769315',
  baseUom: 'MTR',
  yieldStage: 'actual',
  isPrimary: true,
  sizeIndex: 0,
  source: { system: 'plm', recordId: 'S-1', recordVersion: '1', extractedAt: '2026-09-09T02:19:32.751Z' },
}

const row: BomYieldRow = {
  matchKey: '14224bcc-9640-562c-afe5-4dc7b11a8974.RDUTo4EVQZ9Jnn_Mp',
  styleId: '0058dbfa-0764-5342-9f15-768fe4194976',
  style: 'QM27-0113',
  skuId: '14224bcc-9640-562c-afe5-4dc7b11a8974',
  sku: 'QM27-0113-YLW-L',
  colorwayCode: 'YLW',
  sizeCode: 'L',
  bomLineRef: 'L-263-11',
  lineNumber: 110,
  section: 'interlining',
  placement: 'placket',
  materialId: '290f3f17-6480-5260-a2cf-0c4fcdb0d63c',
  material: 'MT-00436',
  materialName: 'Fenquidora Fusible 110',
  materialType: 'interlining',
  materialColorCode: null,
  mpn: 'UZ-27732',
  supplierId: '6a4690c7-b832-58c1-8595-5f1ab0111e75',
  supplierCode: 'SUP-24',
  supplier: 'Zelnetova Mills',
  netYield: '0.2925',
  wastagePercent: '2',
  wastageBasis: 'on_net',
  grossYield: '0.29835',
  yieldPerUnits: 1,
  uom: 'MTR',
  netYieldBase: '0.2925',
  grossYieldBase: '0.29835',
  baseUom: 'MTR',
  yieldStage: 'costing',
  isPrimary: false,
}

/** A row whose waste allowance increased: the first changed row between the two snapshots. */
export const exampleChange: BomYieldChange = {
  changeType: 'changed',
  changedFields: ['wastagePercent', 'grossYield'],
  yieldDirection: 'increased',
  matchKey: '14224bcc-9640-562c-afe5-4dc7b11a8974.RDUTo4EVQZ9Jnn_Mp',
  style: 'QM27-0113',
  sku: 'QM27-0113-YLW-L',
  placement: 'placket',
  delta: { netYield: '0', grossYield: '0.002925', uom: 'MTR', grossPercent: '0.9901' },
  before: { ...row, wastagePercent: '1', grossYield: '0.295425', grossYieldBase: '0.295425' },
  after: row,
}

/** The newest step in the history of that row. */
export const exampleStep: BomYieldStep = {
  from: { snapshotId: exampleSnapshot.snapshotId, completedAt: exampleSnapshot.completedAt },
  until: null,
  changedFields: exampleChange.changedFields,
  delta: exampleChange.delta,
  row: BomYieldState.parse(row),
}

const thread: BomYieldRow = {
  ...row,
  matchKey: 'f45dd6cb-501f-5d82-aa25-41ff143044e9.R2WyOJJI-v9-omK__',
  styleId: '5e2f199d-e44d-5ee1-9068-a0c1a89a250b',
  style: 'QM27-0059',
  skuId: 'f45dd6cb-501f-5d82-aa25-41ff143044e9',
  sku: 'QM27-0059-FRS-40',
  colorwayCode: 'FRS',
  sizeCode: '40',
  bomLineRef: 'L-209-19',
  lineNumber: 190,
  section: 'thread',
  placement: 'sewing thread',
  materialId: '6215f73f-495d-53cc-b818-5293478c40c8',
  material: 'MT-00004',
  materialName: 'Sewing thread',
  materialType: 'thread',
  materialColorCode: 'FRS',
  mpn: 'ZB-75300',
  supplierId: '86b883b7-dec3-5056-9841-2311c1faed8d',
  supplierCode: 'SUP-34',
  supplier: 'Weszosk Narrow Weaving',
  netYield: '105.1308',
  wastagePercent: '1',
  grossYield: '106.182108',
  netYieldBase: '105.1308',
  grossYieldBase: '106.182108',
}

const threadSide = {
  materialId: thread.materialId,
  material: thread.material,
  materialLabel: 'MT-00004 Sewing thread',
  supplier: 'Weszosk Narrow Weaving (SUP-34)',
}
const grossOfOne = (gross: string) => ({ uom: 'MTR' as const, min: gross, mean: gross, max: gross, total: gross })

/** The summary of the changes between the two newest snapshots of the demo, with only the first item of each list. */
export const exampleChangeSummary: BomYieldChangeSummary = {
  from: { snapshotId: earlierSnapshot.snapshotId, completedAt: earlierSnapshot.completedAt },
  to: { snapshotId: exampleSnapshot.snapshotId, completedAt: exampleSnapshot.completedAt },
  counts: {
    rows: 452,
    changeType: { added: 0, removed: 0, changed: 452, unchanged: 0 },
    yieldDirection: { increased: 105, decreased: 175, equal: 172, not_comparable: 0 },
  },
  touched: { styles: 14, skus: 218, materials: 22, suppliers: 14 },
  byStyle: [
    {
      id: '24b28cdd-9769-57fa-a0e9-b024b1cb8296',
      key: 'QM26-0149',
      label: 'QM26-0149',
      rows: 105,
      increased: 50,
      decreased: 5,
      largestPercent: '-10',
      costEffect: [
        { amount: '0', currency: 'EUR' },
        { amount: '0.003774', currency: 'USD' },
      ],
      unpriced: 0,
    },
  ],
  byMaterial: [
    {
      id: '25829e2f-504b-55b8-b16d-e67f6fbfa145',
      key: 'MT-00156',
      label: 'MT-00156 Zelnylind Elastic',
      rows: 66,
      increased: 0,
      decreased: 54,
      costEffect: [{ amount: '0.16360348', currency: 'USD' }],
      unpriced: 0,
    },
  ],
  bySupplier: [
    {
      id: '86b883b7-dec3-5056-9841-2311c1faed8d',
      key: 'SUP-34',
      label: 'Weszosk Narrow Weaving (SUP-34)',
      rows: 85,
      increased: 15,
      decreased: 34,
    },
  ],
  largest: [
    {
      changeType: 'changed',
      changedFields: ['netYield', 'grossYield'],
      yieldDirection: 'increased',
      matchKey: thread.matchKey,
      style: thread.style,
      sku: thread.sku,
      placement: thread.placement,
      before: {
        ...thread,
        netYield: '92.22',
        grossYield: '93.1422',
        netYieldBase: '92.22',
        grossYieldBase: '93.1422',
      },
      after: thread,
      delta: { netYield: '12.9108', grossYield: '13.039908', uom: 'MTR', grossPercent: '14' },
      costEffect: [{ amount: '0.26079816', currency: 'USD' }],
      unpriced: 0,
    },
  ],
  byCause: [
    {
      cause: 'changed',
      styleId: thread.styleId,
      style: thread.style,
      section: thread.section,
      placement: thread.placement,
      changedFields: ['netYield', 'grossYield'],
      skus: 1,
      rows: 1,
      grossPercent: { min: '14', max: '14' },
      before: { ...threadSide, gross: grossOfOne('93.1422') },
      after: { ...threadSide, gross: grossOfOne('106.182108') },
      costEffect: [{ amount: '0.26079816', currency: 'USD' }],
      unpriced: 0,
    },
  ],
  causeCount: 29,
}

/** The styles that use a poplin of the demo most, in its newest snapshot. */
export const exampleYieldSummary: BomYieldSummary = {
  snapshot: { snapshotId: exampleSnapshot.snapshotId, completedAt: exampleSnapshot.completedAt },
  counts: { styles: 7, skus: 144, materials: 1, suppliers: 1, lines: 8, rows: 156 },
  groups: [
    {
      keys: [{ groupBy: 'style', id: '1b3995e7-93cb-5a70-8ece-b55edca23ce3', key: 'QM27-0115', label: 'QM27-0115' }],
      styles: 1,
      skus: 60,
      lines: 1,
      rows: 60,
      gross: { uom: 'MTR', min: '0.1489365', mean: '0.1762398', max: '0.203481', total: '10.574388' },
    },
  ],
  groupCount: 7,
}

/** The first of the materials that 300 pieces of one size of the demo need. */
export const exampleRequirements: MaterialRequirements = {
  snapshot: { snapshotId: exampleSnapshot.snapshotId, completedAt: exampleSnapshot.completedAt },
  pieces: 300,
  materials: [
    {
      materialId: 'a5a0ab7d-e70a-5115-b601-3582cd489e66',
      material: 'MT-00001',
      label: 'MT-00001 Main label',
      uom: 'EA',
      gross: '300',
      mean: '1',
      byItem: [{ item: 0, code: 'QM27-0147', gross: '300' }],
      supplier: { id: '37031fed-fec3-54a4-a475-5144b91fa47e', code: 'SUP-35', label: 'Rosmifell Buttons (SUP-35)' },
      unitPrice: { amount: '0.05', currency: 'USD' },
      priceUom: 'EA',
      cost: { amount: '15', currency: 'USD', mean: '0.05' },
      leadTimeDays: 91,
      onHand: '285397',
      available: '225573',
      onOrder: '12248',
      net: '0',
    },
  ],
  totals: [{ amount: '2829.4218', currency: 'USD', mean: '9.431406' }],
  unpriced: [],
  unconverted: [],
  notFound: [],
}
