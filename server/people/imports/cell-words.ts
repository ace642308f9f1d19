import type { PersonInput } from '#contract/people/persons.ts'
import { foldText } from '../../platform/fold-text.ts'
import { unguarded } from '../../platform/guard.ts'

type Words<Value extends string> = Record<Value, string>

/** Compared without marks, case, spaces and hyphens; English, French, Portuguese, Spanish, Swahili. */
const kinds: Words<PersonInput['kind']> = {
  member:
    'member members fullmember membre membro miembro mwanachama mshirika muumini active regular worker baptised baptized',
  first_timer:
    'firsttimer firsttime firsttimers visitor visitors guest newcomer new visiteur visiteuse nouveau nouvelle nouveauvenu invite visitante convidado convidada primeiravez primeravez visita invitado invitada mgeni wageni maramojayakwanza',
  new_convert:
    'newconvert newconverts convert newbeliever newlyconverted nouveauconverti nouvelleconvertie converti convertie novoconvertido novaconvertida convertido convertida nuevoconvertido nuevaconvertida nuevocreyente mwongofu mwongofumpya aliyeokoka',
}
const genders: Words<NonNullable<PersonInput['gender']>> = {
  male: 'm male man men boy mr masculin masculino homme hombre homem h garcon varon nino menino mwanaume mume me mvulana kiume',
  female:
    'f female woman women girl mrs ms miss feminin feminine feminino femenino femme mujer mulher fille nina menina mwanamke mke ke msichana kike',
}
const maritalStates: Words<NonNullable<PersonInput['maritalStatus']>> = {
  single:
    's single unmarried nevermarried bachelor spinster engaged celibataire solteiro solteira soltero soltera fiance fiancee hajaoa hajaolewa bilamwenzi',
  married: 'm married marie mariee casado casada ameoa ameolewa kwenyendoa',
  divorced: 'd divorced divorcee divorce divorciado divorciada ametalikiwa mtalaka talaka',
  separated: 'separated separe separee separado separada wametengana ametengana',
  widowed: 'w widowed widow widower veuf veuve viuvo viuva viudo viuda mjane mgane',
}

const indexOf = <Value extends string>(words: Words<Value>): Map<string, Value> =>
  new Map((Object.keys(words) as Value[]).flatMap((value) => words[value].split(' ').map((word) => [word, value])))

const index = { kind: indexOf(kinds), gender: indexOf(genders), maritalStatus: indexOf(maritalStates) }
type Choices = typeof index

/** Both endings in one word: marié(e), casado/a, viudo(a). */
const ENDING = /(?:\((?:e|a|o)\)|[/·.-](?:e|a|o))$/iu

/** The kind, gender or marital status that a word means; null when it means none. */
export function meaningOf<Field extends keyof Choices>(
  field: Field,
  text: string,
): (Choices[Field] extends Map<string, infer Value> ? Value : never) | null
export function meaningOf(field: keyof Choices, text: string): string | null {
  const word = foldText(text.slice(0, 60).trim().replace(ENDING, '')).replaceAll(' ', '')
  return index[field].get(word) ?? null
}

/** More than any field may hold, so that a row with too much of a value can still say so. */
const CELL_MAX_LENGTH = 1_000
const CONTROLS = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g
/** What stands for the rest of a text that is too long. */
const CUT = '\u2026\u2063'

/** The text of a cell, and whether the end of it was left out. */
export const openCell = (cell: string): { text: string; isCut: boolean } =>
  cell.endsWith(CUT) ? { text: cell.slice(0, -CUT.length), isCut: true } : { text: cell, isCut: false }

/** What stands for a text that could not be read. */
export const UNREADABLE = '\ufffd'

/**
 * A cell as it is kept: what the database or a screen cannot hold is gone, and what we once wrote before a formula. One
 * that held nothing else is UNREADABLE, so that it is noticed; one that is too long ends in a sign for `openCell`.
 */
export function cleanCell(text: string): string {
  const trimmed = text.trim()
  const whole = trimmed.slice(0, 2 * CELL_MAX_LENGTH).toWellFormed()
  const clean = unguarded(whole.replace(CONTROLS, '').replace(/\r\n?/g, '\n').replaceAll('\t', ' ').trim())
  if (clean === '' && whole.trim() !== '') return UNREADABLE
  if (clean.length <= CELL_MAX_LENGTH && trimmed.length <= 2 * CELL_MAX_LENGTH) return clean
  const letters = Array.from(clean)
  const isCut = letters.length > CELL_MAX_LENGTH || trimmed.length > 2 * CELL_MAX_LENGTH
  return isCut ? `${letters.slice(0, CELL_MAX_LENGTH).join('')}${CUT}` : clean
}

/** Signs by which people say that there is nothing. */
const NOTHING = /^(?:[-–—._*?/\\#\s]*|n\s*[/.]\s*a\.?|nil|none|null|aucune?|n[ée]ant|nenhum|ningun[oa]|hakuna)$/i

export const isNothing = (cell: string): boolean => NOTHING.test(cell)
