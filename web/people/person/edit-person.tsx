import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { type PersonDetail, editPerson, readPerson } from '#contract/people/persons.ts'
import { useTexts, type TextId } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { Button, ButtonLink } from '../../ui/controls/button.tsx'
import { Card } from '../../ui/surfaces/card.tsx'
import { Note } from '../../ui/surfaces/note.tsx'
import { PageHeader } from '../../ui/surfaces/page-header.tsx'
import { toast } from '../../ui/toasts/index.ts'
import { kindNames } from '../person-parts.tsx'
import { failureText, faultsOf, hasCode } from '../failure-text.ts'
import { FormBoard } from '../form/form-board.tsx'
import { AboutFields, ContactFields } from './person-fields.tsx'
import { GroupsField } from './groups-field.tsx'
import { useFormat } from '../../languages/format.tsx'
import { MeanwhileNote } from '../../ui/forms/index.ts'
import { nameOf, useMonthNames, genderNames, maritalNames } from '../words.ts'
import {
  type DraftField,
  type PersonDraft,
  bodyOf,
  draftOf,
  groupIdsOf,
  hasOtherGroups,
  isChanged,
  rebase,
} from './draft.ts'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'
import { read } from '../../api/queries.ts'
import { usePeopleChanged } from '../queries.ts'

/** What somebody else has written meanwhile, and the fields that were typed here too. */
type Meanwhile = { theirs: PersonDraft; clashes: readonly DraftField[] }

/** A person being changed. When somebody else was faster, their changes come in beside what was typed here. */
function useEditPerson(person: PersonDetail, onSaved: (person: PersonDetail) => void) {
  const client = useQueryClient()
  const changed = usePeopleChanged()
  const [base, setBase] = useState(person)
  const [draft, setDraft] = useState(() => draftOf(person))
  const [meanwhile, setMeanwhile] = useState<Meanwhile | null>(null)
  const before = draftOf(base)
  const params = { id: person.id }
  const takeIn = (fresh: PersonDetail) => {
    const theirs = draftOf(fresh)
    const { draft: both, clashes } = rebase(draft, before, theirs)
    setBase(fresh)
    setDraft(both)
    setMeanwhile({ theirs, clashes })
  }
  const write = async () => {
    const groups = hasOtherGroups(draft, before)
      ? { groupIds: groupIdsOf(draft), groupsBefore: groupIdsOf(before) }
      : {}
    const body = { ...bodyOf(draft), ...groups, version: base.version }
    try {
      return await call(editPerson, { params, body })
    } catch (failure) {
      if (!hasCode(failure, 'changed_meanwhile')) throw failure
      takeIn(await call(readPerson, { params }))
      return null
    }
  }
  const edit = useCall(write, {
    done: (saved) => {
      if (!saved) return
      client.setQueryData(read(readPerson, { params }).queryKey, saved)
      void changed()
      onSaved(saved)
    },
  })
  const change = (part: Partial<PersonDraft>) => {
    // What was refused is being changed.
    edit.forget()
    setDraft((typed) => ({ ...typed, ...part }))
  }
  return { draft, change, edit, meanwhile, isUnsaved: isChanged(draft, before) }
}

const fieldNames: Record<DraftField, TextId> = {
  firstName: 'people.export.firstName',
  lastName: 'people.export.lastName',
  phone: 'people.list.phone',
  email: 'people.list.email',
  kind: 'people.list.kind',
  gender: 'people.export.gender',
  maritalStatus: 'people.export.maritalStatus',
  birthDay: 'people.form.birthDay',
  birthMonth: 'people.form.birthMonth',
  birthYear: 'people.form.birthYear',
  address: 'people.export.address',
  joinedOn: 'people.list.joined',
}

/** A field of a draft as a reader says it. */
function useSaid(): (draft: PersonDraft, field: DraftField) => string {
  const t = useTexts()
  const format = useFormat()
  const months = useMonthNames()
  return (draft, field) => {
    if (field === 'kind') return t(kindNames[draft.kind])
    if (draft[field] === '') return ''
    if (field === 'gender') return draft.gender && t(genderNames[draft.gender])
    if (field === 'maritalStatus') return draft.maritalStatus && t(maritalNames[draft.maritalStatus])
    if (field === 'birthMonth') return months[Number(draft.birthMonth) - 1] ?? ''
    if (field === 'joinedOn') return format.day(draft.joinedOn)
    return draft[field]
  }
}

/** Says that somebody else has changed the person too. */
function PersonMeanwhile({ meanwhile: { theirs, clashes } }: { meanwhile: Meanwhile }) {
  const t = useTexts()
  const said = useSaid()
  return (
    <MeanwhileNote
      title={t('people.meanwhile.title')}
      clashes={clashes.map((field) => ({ field: t(fieldNames[field]), value: said(theirs, field) }))}
    />
  )
}

/** The form to change a person. */
export function EditPerson({ person }: { person: PersonDetail }) {
  const t = useTexts()
  const navigate = useNavigate()
  const { id } = person
  const name = nameOf(person)
  const { draft, change, edit, meanwhile, isUnsaved } = useEditPerson(person, (saved) => {
    toast.ok(t('people.form.saved', { name: nameOf(saved) }))
    void navigate({ to: paths.person, params: { id }, replace: true, ignoreBlocker: true })
  })
  const faults = useMemo(() => faultsOf(edit.failure), [edit.failure])
  const actions = (
    <>
      <ButtonLink to={paths.person} params={{ id }}>
        {t('people.acts.cancel')}
      </ButtonLink>
      <Button type="submit" kind="primary" busy={edit.busy}>
        {t('people.form.save')}
      </Button>
    </>
  )
  return (
    <>
      <PageHeader
        title={t('people.form.editTitle', { name })}
        back={{ to: paths.people, label: t('people.list.title') }}
      />
      <FormBoard
        onSubmit={() => edit.run()}
        faults={faults}
        isUnsaved={isUnsaved}
        actions={actions}
        aside={
          <Card title={t('people.form.belongs')}>
            <GroupsField chosen={draft.groups} onChange={(groups) => change({ groups })} />
          </Card>
        }
      >
        <div role="status">{meanwhile && <PersonMeanwhile meanwhile={meanwhile} />}</div>
        <ContactFields draft={draft} change={change} faults={faults} />
        <AboutFields draft={draft} change={change} faults={faults} />
        {edit.failure && <Note tone="bad">{t(failureText(edit.failure))}</Note>}
      </FormBoard>
    </>
  )
}
