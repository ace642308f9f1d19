import { useMemo, type ReactNode, useState } from 'react'
import { type FamilyRow, addFamily, editFamily, readFamily } from '#contract/people/families.ts'
import { useTexts, type TextId } from '../../languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { AreaField, TextField } from '../../ui/controls/field.tsx'
import { Card } from '../../ui/surfaces/card.tsx'
import { Note } from '../../ui/surfaces/note.tsx'
import { failureText, faultsOf, hasCode } from '../failure-text.ts'
import { FormBoard } from '../form/form-board.tsx'
import classes from '../form/form-page.module.css'
import { MeanwhileNote } from '../../ui/forms/index.ts'
import {
  type FamilyDraft,
  bodyOf,
  emptyFamily,
  familyDraftOf,
  isFamilyChanged,
  type FamilyField,
  rebaseFamily,
} from './draft.ts'
import { MembersField } from './members-field.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'
import { useIdempotencyKey } from '../../api/idempotency-key.ts'
import { read } from '../../api/queries.ts'
import { usePeopleChanged } from '../queries.ts'

/** What somebody else has written meanwhile, and the fields that were typed here too. */
type FamilyMeanwhile = { theirs: FamilyDraft; clashes: readonly FamilyField[] }

/**
 * A family being written down (null) or changed. When somebody else was faster, their changes come in beside what was
 * typed here.
 */
function useFamilyForm(family: FamilyRow | null, onSaved: (family: FamilyRow) => void) {
  const client = useQueryClient()
  const changed = usePeopleChanged()
  const press = useIdempotencyKey()
  const [base, setBase] = useState(family)
  const [draft, setDraft] = useState(() => (family ? familyDraftOf(family) : emptyFamily))
  const [meanwhile, setMeanwhile] = useState<FamilyMeanwhile | null>(null)
  const before = base ? familyDraftOf(base) : emptyFamily
  const takeIn = (fresh: FamilyRow) => {
    const theirs = familyDraftOf(fresh)
    const { draft: both, clashes } = rebaseFamily(draft, before, theirs)
    setBase(fresh)
    setDraft(both)
    setMeanwhile({ theirs, clashes })
  }
  const write = async () => {
    const body = bodyOf(draft)
    if (!base) return call(addFamily, { body }, { idempotencyKey: press.keyFor(body) })
    const params = { id: base.id }
    try {
      return await call(editFamily, { params, body: { ...body, version: base.version } })
    } catch (failure) {
      if (!hasCode(failure, 'changed_meanwhile')) throw failure
      takeIn(await call(readFamily, { params }))
      return null
    }
  }
  const save = useCall(write, {
    done: (saved) => {
      if (!saved) return
      press.done()
      client.setQueryData(read(readFamily, { params: { id: saved.id } }).queryKey, saved)
      void changed()
      onSaved(saved)
    },
  })
  const change = (part: Partial<FamilyDraft>) => {
    // What was refused is being changed.
    save.forget()
    setDraft((typed) => ({ ...typed, ...part }))
  }
  return { draft, change, save, meanwhile, isUnsaved: isFamilyChanged(draft, before) }
}

type FieldsProps = {
  draft: FamilyDraft
  change: (part: Partial<FamilyDraft>) => void
  faults: ReadonlySet<string>
}

function ContactFields({ draft, change, faults }: FieldsProps) {
  const t = useTexts()
  const fault = (field: string, text: TextId) => (faults.has(field) ? t(text) : undefined)
  return (
    <Card title={t('people.person.contact')}>
      <div className={classes['fields']}>
        <TextField
          label={t('people.family.homePhone')}
          aside={t('people.form.optional')}
          type="tel"
          dir="ltr"
          autoComplete="off"
          maxLength={60}
          value={draft.homePhone}
          error={fault('homePhone', 'people.fault.phone')}
          onChange={(event) => change({ homePhone: event.target.value })}
        />
        <TextField
          label={t('people.list.email')}
          aside={t('people.form.optional')}
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          autoComplete="off"
          maxLength={254}
          value={draft.email}
          error={fault('email', 'people.fault.email')}
          onChange={(event) => change({ email: event.target.value })}
        />
        <AreaField
          label={t('people.export.address')}
          aside={t('people.form.optional')}
          rows={2}
          autoComplete="off"
          maxLength={300}
          value={draft.address}
          onChange={(event) => change({ address: event.target.value })}
        />
      </div>
    </Card>
  )
}

const fieldNames: Record<FamilyField, TextId> = {
  name: 'people.family.name',
  homePhone: 'people.family.homePhone',
  email: 'people.list.email',
  address: 'people.export.address',
}

function Meanwhile({ meanwhile: { theirs, clashes } }: { meanwhile: FamilyMeanwhile }) {
  const t = useTexts()
  return (
    <MeanwhileNote
      title={t('people.meanwhile.familyTitle')}
      clashes={clashes.map((field) => ({ field: t(fieldNames[field]), value: theirs[field] }))}
    />
  )
}

type FamilyFormProps = {
  /** The one that is changed, as it was read just now; null: a new one. */
  family: FamilyRow | null
  /** Leads away without saving. */
  cancel: ReactNode
  onSaved: (family: FamilyRow) => void
}

/** A family being written down or changed. */
export function FamilyForm({ family, cancel, onSaved }: FamilyFormProps) {
  const t = useTexts()
  const { draft, change, save, meanwhile, isUnsaved } = useFamilyForm(family, onSaved)
  const faults = useMemo(() => faultsOf(save.failure), [save.failure])
  const actions = (
    <>
      {cancel}
      <Button type="submit" kind="primary" busy={save.busy}>
        {t(family === null ? 'people.families.add' : 'people.form.save')}
      </Button>
    </>
  )
  return (
    <FormBoard
      onSubmit={() => save.run()}
      faults={faults}
      isUnsaved={isUnsaved}
      actions={actions}
      aside={<ContactFields draft={draft} change={change} faults={faults} />}
    >
      <div role="status">{meanwhile && <Meanwhile meanwhile={meanwhile} />}</div>
      <Card title={t('people.family.title')}>
        <div className={classes['fields']}>
          <TextField
            label={t('people.family.name')}
            hint={t('people.family.nameHint')}
            autoComplete="off"
            maxLength={120}
            required
            value={draft.name}
            error={faults.has('name') ? t('people.fault.name') : undefined}
            onChange={(event) => change({ name: event.target.value })}
          />
          <MembersField members={draft.members} onChange={(members) => change({ members })} />
        </div>
      </Card>
      {save.failure && <Note tone="bad">{t(failureText(save.failure))}</Note>}
    </FormBoard>
  )
}
