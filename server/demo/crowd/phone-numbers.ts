import type { Chance } from './chance.ts'

/** Makes a mobile number in E.164. */
export type PhoneMaker = (chance: Chance) => string

const NIGERIAN_NETWORKS = [
  '701',
  '703',
  '706',
  '708',
  '802',
  '803',
  '805',
  '806',
  '808',
  '809',
  '810',
  '813',
  '814',
  '816',
  '903',
  '905',
  '906',
  '909',
]
const NEW_YORK_AREAS = ['212', '347', '646', '718', '917']

export const nigerianMobile: PhoneMaker = (chance) =>
  `+234${chance.pick(NIGERIAN_NETWORKS)}${String(2_000_000 + chance.below(7_999_999))}`

/** 555-0100 to 555-0199 are nobody's; a hundred in each area. */
export const newYorkMobile: PhoneMaker = (chance) =>
  `+1${chance.pick(NEW_YORK_AREAS)}55501${String(chance.below(100)).padStart(2, '0')}`
