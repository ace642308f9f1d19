import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { PersonDetail } from '#contract/people/persons.ts'
import { useTexts } from '../../lib/languages/index.ts'
import { paths } from '../../lib/paths.ts'
import { Button, ButtonLink } from '../../ui/controls/button.tsx'
import { Card } from '../../ui/surfaces/card.tsx'
import { Note } from '../../ui/surfaces/note.tsx'
import { PageHeader } from '../../ui/surfaces/page-header.tsx'
import { toast } from '../../ui/toasts/index.ts'
import { nameOf } from '../person-parts.tsx'
import { failureText, faultsOf } from '../shared/failure-text.ts'
import { FormBoard } from '../shared/form-board.tsx'
import { AboutFields } from './about-fields.tsx'
import { ContactFields } from './contact-fields.tsx'
import { GroupsField } from './groups-field.tsx'
import { PersonMeanwhile } from './person-meanwhile.tsx'
import { useEditPerson } from './use-edit-person.ts'

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
  const faults = useMemo(() => faultsOf(edit.error), [edit.error])
  const actions = (
    <>
      <ButtonLink to={paths.person} params={{ id }}>
        {t('people.acts.cancel')}
      </ButtonLink>
      <Button type="submit" kind="primary" busy={edit.isPending}>
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
        onSubmit={() => !edit.isPending && edit.mutate()}
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
        {edit.error && <Note tone="bad">{t(failureText(edit.error))}</Note>}
      </FormBoard>
    </>
  )
}
