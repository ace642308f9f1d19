import { useState, type SyntheticEvent } from 'react'
import { genderIds } from '#contract/checkin/family.ts'
import { editFirstTimer, updateNewConvert } from '#contract/followup/existing-person.ts'
import { listNewcomers, readNewcomer, type NewcomerDetail } from '#contract/followup/people.ts'
import { readMyDay } from '#contract/followup/day.ts'
import { call } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'
import { useTexts } from '../../languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { toast } from '../../ui/toasts/index.ts'
import { AnswerFields, ContactFields, numberOf, oneOf, PersonalFields, type VisitorDraft } from '../fields.tsx'
import formClasses from '../form-page.module.css'
import { failureText, genderWords, maritalWords } from '../words.ts'

const textOf = (value: string | number | null): string => (value === null ? '' : `${value}`)

const draftOf = ({ person, sourceId, interest, wantsVisit, means }: NewcomerDetail): VisitorDraft => ({
  firstName: person.firstName,
  lastName: person.lastName,
  phone: textOf(person.phone),
  email: textOf(person.email),
  address: textOf(person.address),
  gender: textOf(person.gender),
  maritalStatus: textOf(person.maritalStatus),
  birthDay: textOf(person.birthDay),
  birthMonth: textOf(person.birthMonth),
  birthYear: textOf(person.birthYear),
  sourceId: textOf(sourceId),
  interest: textOf(interest),
  wantsVisit: textOf(wantsVisit),
  means: textOf(means),
})

/** As the calls of existing clients want it. */
function bodyOf(draft: VisitorDraft) {
  const gender = oneOf(genderWords, draft.gender)
  const marital = Object.keys(maritalWords).indexOf(draft.maritalStatus)
  return {
    firstName: draft.firstName,
    lastName: draft.lastName,
    phoneNumber: draft.phone || null,
    email: draft.email || null,
    address: draft.address || null,
    genderId: gender && genderIds[gender],
    maritalStatusId: marital < 0 ? null : marital + 1,
    birthday: draft.birthDay || null,
    birthMonth: draft.birthMonth || null,
    birthYear: draft.birthYear || null,
    howDidYouAboutUsId: numberOf(draft.sourceId),
    interestedInJoining: numberOf(draft.interest),
    wantsToBeVisited: numberOf(draft.wantsVisit),
    communicationMeans: numberOf(draft.means),
  }
}

/** Everything that is known of them, to be mended. */
export function EditDialog({ detail, onClose }: { detail: NewcomerDetail; onClose: () => void }) {
  const t = useTexts()
  const [draft, setDraft] = useState(() => draftOf(detail))
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const { kind, person, sources } = detail
  const endpoint = kind === 'first_timer' ? editFirstTimer : updateNewConvert
  const save = useCall(() => call(endpoint, { body: { ...bodyOf(draft), personId: person.id } }), {
    refreshes: [readNewcomer, listNewcomers, readMyDay],
    done: () => {
      toast.ok(t('followup.hub.saved'))
      onClose()
    },
    failed: (failure) => {
      setFaults(failure.fields)
      toast.bad(t(failureText(failure)))
    },
  })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setFaults({})
    save.run()
  }
  const change = (part: Partial<VisitorDraft>) => setDraft((before) => ({ ...before, ...part }))
  const fields = { draft, change, faults }
  return (
    <Dialog open title={t('followup.about.edit')} onClose={onClose}>
      <form className={formClasses['stack']} onSubmit={submit}>
        <ContactFields {...fields} />
        <PersonalFields {...fields} />
        <AnswerFields {...fields} sources={sources} withMeans />
        <Button type="submit" kind="primary" busy={save.busy} className={formClasses['end']}>
          {t('followup.write.save')}
        </Button>
      </form>
    </Dialog>
  )
}
