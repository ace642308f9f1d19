import { useTexts, type TextId } from '../../languages/index.ts'
import type { DraftField } from './draft.ts'

const faultTexts: Partial<Record<DraftField, TextId>> = {
  firstName: 'people.fault.firstName',
  phone: 'people.fault.phone',
  email: 'people.fault.email',
  birthDay: 'people.fault.birthDay',
  birthMonth: 'people.fault.birthMonth',
  birthYear: 'people.fault.birthYear',
  joinedOn: 'people.fault.joinedOn',
}

/** What is wrong with a field, in words. */
export function useFault(faults: ReadonlySet<string>) {
  const t = useTexts()
  return (field: DraftField): string | undefined => {
    const text = faultTexts[field]
    return text && faults.has(field) ? t(text) : undefined
  }
}
