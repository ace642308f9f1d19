import type { CareNote } from '#contract/checkin/family.ts'
import { useTexts } from '../../lib/languages/index.ts'
import { IconAlertTriangle, IconHandStop, IconMedicalCross } from '../../ui/icons.ts'
import classes from './child-flags.module.css'

type ChildFlagsProps = { care: readonly CareNote[]; mayNotLeaveWith: readonly string[] }

const words = ({ name, instruction }: CareNote) => [name, instruction].filter(Boolean).join(', ')

/** What has to be known of a child, in full words: allergies and who may not take them red, the rest amber. */
export function ChildFlags({ care, mayNotLeaveWith }: ChildFlagsProps) {
  const t = useTexts()
  if (care.length + mayNotLeaveWith.length === 0) return null
  return (
    <ul className={classes['flags']}>
      {care.map((note) => (
        <li key={`${note.kind} ${note.name}`} className={classes[note.kind]}>
          {note.kind === 'allergy' ? (
            <IconAlertTriangle size={18} stroke={1.75} aria-hidden="true" />
          ) : (
            <IconMedicalCross size={18} stroke={1.75} aria-hidden="true" />
          )}
          <span>{note.kind === 'allergy' ? t('checkin.flag.allergy', { what: words(note) }) : words(note)}</span>
        </li>
      ))}
      {mayNotLeaveWith.map((name) => (
        <li key={name} className={classes['not']}>
          <IconHandStop size={18} stroke={1.75} aria-hidden="true" />
          <span>{t('checkin.flag.mayNotLeaveWith', { name })}</span>
        </li>
      ))}
    </ul>
  )
}
