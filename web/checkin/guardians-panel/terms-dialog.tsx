import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { freeTerms, meantBy, type GrantTerms } from '#contract/checkin/guardians.ts'
import { useTexts } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { AreaField } from '../../ui/controls/field.tsx'
import { Choices } from '../../ui/filters/index.ts'
import { FormFoot } from '../../ui/forms/form-foot.tsx'
import { Note } from '../../ui/surfaces/note.tsx'
import { toast } from '../../ui/toasts/index.ts'
import { failureText } from '../shared/failure-text.ts'
import classes from './guardians.module.css'
import { useSetGrant, type Child } from './queries.ts'
import { WhenFields, WhomFields } from './terms-fields.tsx'

/** A person of whom something is said; null: nothing yet. `hasPicture` null: not known. */
export type Named = { personId: string; name: string; terms: GrantTerms | null; hasPicture: boolean | null }

type TermsDialogProps = { familyId: string; person: Named; childrenOfFamily: readonly Child[]; onClose: () => void }

/** It counts without a picture too: a court order cannot wait. */
function Faceless({ personId, name }: { personId: string; name: string }) {
  const t = useTexts()
  return (
    <Note tone="warn">
      {t('checkin.grant.wantsPicture', { name })}{' '}
      <Link to={paths.person} params={{ id: personId }}>
        {t('checkin.grant.addPicture')}
      </Link>
    </Note>
  )
}

/** What the church says of somebody: whom they may collect and when, or that they must not. */
export function TermsDialog({ familyId, person, childrenOfFamily, onClose }: TermsDialogProps) {
  const t = useTexts()
  const { personId, name } = person
  const [terms, setTerms] = useState(person.terms ?? freeTerms)
  const [isTried, setTried] = useState(false)
  const set = useSetGrant(familyId)
  const change = (part: Partial<GrantTerms>) => {
    if (set.isError) set.reset()
    setTerms((typed) => ({ ...typed, ...part }))
  }
  const faults = {
    children: terms.childIds?.length === 0,
    until: terms.kind === 'allowed' && Boolean(terms.fromDay && terms.untilDay && terms.untilDay < terms.fromDay),
  }
  const say = (said: GrantTerms | null) =>
    set.mutate(
      { personId, terms: said },
      {
        onSuccess: () => {
          toast.ok(t('checkin.grant.saved', { name }))
          onClose()
        },
      },
    )
  const save = () => {
    setTried(true)
    if (!faults.children && !faults.until) say(meantBy(terms))
  }
  const actions = (
    <FormFoot note={set.error && <Note tone="bad">{t(failureText(set.error))}</Note>}>
      {person.terms && (
        <Button kind="danger" onClick={() => say(null)}>
          {t('checkin.grant.takeBack')}
        </Button>
      )}
      <Button onClick={onClose}>{t('checkin.act.cancel')}</Button>
      <Button kind="primary" busy={set.isPending} onClick={save}>
        {t('checkin.act.save')}
      </Button>
    </FormFoot>
  )
  return (
    <Dialog open onClose={onClose} title={name}>
      <div className={classes['choices']}>
        <Choices
          shape="list"
          legend={t('checkin.grant.may')}
          choices={[
            { value: 'allowed', label: t('checkin.grant.mayCollect') },
            { value: 'not_authorised', label: t('checkin.grant.mayNot') },
          ]}
          value={terms.kind}
          onChange={(kind) => change({ kind })}
        />
      </div>
      {terms.kind === 'not_authorised' && person.hasPicture !== true && <Faceless personId={personId} name={name} />}
      <WhomFields
        terms={terms}
        onChange={change}
        childrenOfFamily={childrenOfFamily}
        isMissing={isTried && faults.children}
      />
      {terms.kind === 'allowed' && (
        <WhenFields terms={terms} onChange={change} isUntilWrong={isTried && faults.until} />
      )}
      <AreaField
        label={t('checkin.grant.note')}
        aside={t('checkin.form.optional')}
        hint={t('checkin.grant.noteHint')}
        rows={2}
        maxLength={300}
        value={terms.note}
        onChange={({ target }) => change({ note: target.value })}
      />
      {actions}
    </Dialog>
  )
}
