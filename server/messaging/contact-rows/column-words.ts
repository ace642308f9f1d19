export type ColumnRole = 'mobile' | 'phone' | 'maybe_phone' | 'first_name' | 'last_name' | 'name' | 'other'

const MOBILE = wordList(
  'mobile mobiles cell cellphone cellular whatsapp gsm sms msisdn portable celular handy movil telemovel cellulaire جوال موبايل',
)
const PHONE = wordList(
  'phone phones telephone telephones tel telefone telefono telefon telefonnummer phonenumber phonenumbers mobilenumber mobileno mobilephone phoneno simu lambar waya ekwenti هاتف تليفون ስልክ',
)
const MAYBE_PHONE = wordList('number numbers numero numeros num nummer no nr nos contact contacts nomba رقم')
const FIRST = wordList('first firstname given givenname forename forenames prenom prenoms christian fname vorname')
const LAST = wordList('last lastname surname surnames family familyname lname nachname sobrenome apellido apellidos')
const NAME = wordList('name names fullname nom noms nombre nombres nome jina suna aha oruko igama اسم الاسم ስም')
/** Beside these words a phone or a name is somebody else's, or none. */
const NOT_OF_THE_PERSON = wordList(
  'church group company organisation organization organizer department unit school file user username parent father mother spouse husband wife kin guardian emergency nickname phonetic label type fax email mail adresse date',
)
/** Beside these words a number is not to be dialled, and a name is of no person. */
const NOT_OF_A_PHONE = wordList(
  'id s sn serial card membership member bank account house street address city branch birth dob code gender sex since status middle nick',
)

/** What a column holds by its heading, in the usual languages; null when the heading says nothing. */
export function roleOfHeading(heading: string): ColumnRole | null {
  const words = headingWords(heading)
  const has = (list: Set<string>): boolean => words.some((word) => list.has(word))
  if (words.length === 0 || words.length > 8) return null
  if (has(NOT_OF_THE_PERSON)) return 'other'
  if (has(MOBILE)) return 'mobile'
  if (has(PHONE)) return 'phone'
  if (has(NOT_OF_A_PHONE)) return 'other'
  return nameRole(has) ?? (has(MAYBE_PHONE) ? 'maybe_phone' : null)
}

function nameRole(has: (list: Set<string>) => boolean): ColumnRole | null {
  if (has(FIRST)) return has(LAST) ? 'name' : 'first_name'
  if (has(LAST)) return 'last_name'
  return has(NAME) ? 'name' : null
}

/** "Numéro_de Téléphone 1" as numero, de, telephone; a word stuck to its number too: phone1. */
function headingWords(heading: string): string[] {
  const plain = heading.slice(0, 80).normalize('NFKD').replace(/\p{M}/gu, '')
  return (
    plain
      .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
      .toLowerCase()
      .match(/\p{L}+/gu) ?? []
  )
}

function wordList(words: string): Set<string> {
  return new Set(words.split(' '))
}
