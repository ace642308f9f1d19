import type { ImportReason } from '#contract/people/imports.ts'
import type { RowNote } from '../import-rows/checked-person.ts'

const words: Record<ImportReason, string> = {
  no_name: 'There is no name',
  phone_empty: 'There is no phone number',
  phone_not_a_number: 'This is not a phone number',
  phone_scientific_notation: 'The spreadsheet has shortened this number: type it again as text',
  phone_too_short: 'This phone number is too short',
  phone_too_long: 'This phone number is too long',
  phone_not_valid_here: 'There is no such phone number',
  email_not_valid: 'This is not an e-mail address',
  date_not_valid: 'This is not a day of the calendar',
  date_in_future: 'This day is in the future',
  kind_unknown: 'Say member, first-timer or new convert',
  gender_unknown: 'Say male or female',
  marital_status_unknown: 'Say single, married, divorced, separated or widowed',
  address_too_long: 'This address is too long',
  name_too_long: 'This name is too long',
  unreadable_text: 'Some letters could not be read',
  too_many_groups: 'There are too many groups',
  group_unknown: 'There is no such group',
  twice_in_file: 'This person stands further up already',
  already_there: 'This person is there already',
  several_already_there: 'Several people fit this row',
  archived_already_there: 'This person is archived',
  text_cut: 'This text is too long: its end is left out',
  other_phones_left_out: 'Only one phone number is kept',
}

/** What is wrong with a row, for somebody who corrects the file. */
export const sayNotes = (notes: readonly RowNote[]): string =>
  notes.map(({ column, reason, value }) => `${column ? `${column}: ` : ''}${words[reason]}${shown(value)}`).join('; ')

const shown = (value: string | null): string => (value ? ` (${value.replace(/\s+/g, ' ')})` : '')
