import { useState, type Ref } from 'react'
import { useTexts } from '../../lib/languages/index.ts'
import { AreaField, Field } from '../../ui/controls/field.tsx'
import { IconChevronDown } from '../../ui/icons.ts'
import { UploadField } from '../contact-file/upload-field.tsx'
import { useUpload } from '../contact-file/use-upload.ts'
import type { Draft } from '../draft/draft.ts'
import { Chosen, type Change } from './chosen.tsx'
import classes from './destination.module.css'
import { GroupPicker } from './group-picker.tsx'
import { isKind, kinds, kindTexts, usedKinds, type Kind } from './kinds.ts'
import { PersonPicker } from './person-picker.tsx'
import { useGroups } from './queries.ts'

type DestinationProps = {
  draft: Draft
  onChange: Change
  everybody: number
  error: string | undefined
  ref: Ref<HTMLSelectElement>
}

/** Who gets the message: one way after another, all of them adding up. */
export function DestinationField({ draft, onChange, everybody, error, ref }: DestinationProps) {
  const t = useTexts()
  const [kind, setKind] = useState<Kind | ''>(() => usedKinds(draft)[0] ?? '')
  const groups = useGroups()
  const uploading = useUpload((file) => onChange({ file }))
  const choose = (value: string) => {
    if (!isKind(value)) return
    setKind(value)
    if (value === 'all') onChange({ allContacts: true })
  }
  const change: Change = (part) => {
    if (part.allContacts === false && kind === 'all') setKind('')
    onChange(part)
  }
  const chosenPersons = new Set([...draft.linkedPersonIds, ...draft.persons.map(({ id }) => id)])
  return (
    <div className={classes['destination']}>
      <Field
        label={t('messaging.compose.to')}
        error={error}
        hint={kind === 'all' ? t('messaging.compose.allHint') : undefined}
      >
        {(control) => (
          <span className={classes['select']}>
            <select {...control} ref={ref} value={kind} onChange={(event) => choose(event.target.value)}>
              <option value="" disabled hidden>
                {t('messaging.compose.chooseDestination')}
              </option>
              {kinds.map((one) => (
                <option key={one} value={one}>
                  {t(kindTexts[one])}
                </option>
              ))}
            </select>
            <IconChevronDown size={18} aria-hidden="true" />
          </span>
        )}
      </Field>
      {usedKinds(draft).length > 0 && (
        <Chosen
          draft={draft}
          onChange={change}
          onForgetFile={uploading.forget}
          everybody={everybody}
          groupOf={(id) => groups.data?.find((group) => group.id === id)}
        />
      )}
      {kind === 'groups' && (
        <GroupPicker chosen={draft.groupIds} onPick={(id) => onChange({ groupIds: [...draft.groupIds, id] })} />
      )}
      {kind === 'persons' && (
        <PersonPicker chosen={chosenPersons} onPick={(person) => onChange({ persons: [...draft.persons, person] })} />
      )}
      {kind === 'numbers' && (
        <AreaField
          label={t('messaging.compose.phoneNumbers')}
          hint={t('messaging.compose.numbersHint')}
          rows={3}
          dir="ltr"
          inputMode="text"
          autoComplete="off"
          value={draft.phoneNumbers}
          onChange={(event) => onChange({ phoneNumbers: event.target.value })}
        />
      )}
      {kind === 'file' && <UploadField uploading={uploading} />}
    </div>
  )
}
