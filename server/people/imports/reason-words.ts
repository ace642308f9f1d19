import type { ImportReason } from '#contract/people/imports.ts'
import type { RowNote } from '../import-rows/checked-person.ts'

const words: Record<ImportReason, string> = {
  no_name: 'No name',
  phone_empty: 'No phone number',
  phone_not_a_number: 'Not a phone number',
  phone_scientific_notation: 'The spreadsheet shortened this number. Enter it again as text',
  phone_too_short: 'The phone number is too short',
  phone_too_long: 'The phone number is too long',
  phone_not_valid_here: 'Not a valid phone number',
  email_not_valid: 'Not a valid email',
  date_not_valid: 'Not a valid date',
  date_in_future: 'This date is in the future',
  kind_unknown: 'Use member, first-timer or new convert',
  gender_unknown: 'Use male or female',
  marital_status_unknown: 'Use single, married, divorced, separated or widowed',
  address_too_long: 'The address is too long',
  name_too_long: 'The name is too long',
  unreadable_text: 'Some characters could not be read',
  too_many_groups: 'Too many groups',
  group_unknown: 'Your church does not have this group',
  twice_in_file: 'This person is already in an earlier row',
  already_there: 'You already have this person',
  several_already_there: 'Several people match this row',
  archived_already_there: 'This person is archived',
  text_cut: 'The text is too long and was shortened',
  other_phones_left_out: 'Several phone numbers; only the first valid one is used',
}

/** What is wrong with a row, for somebody who corrects the file. */
export const sayNotes = (notes: readonly RowNote[]): string =>
  notes.map(({ column, reason, value }) => `${column ? `${column}: ` : ''}${words[reason]}${shown(value)}`).join('; ')

const shown = (value: string | null): string => (value ? ` (${value.replace(/\s+/g, ' ')})` : '')
