import type { PersonInput } from '#contract/people/persons.ts'
import { foldText } from '#server/platform/fold-text.ts'

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
