import type { Guardian } from '#contract/checkin/guardians.ts'
import { useTexts } from '../../../languages/index.ts'
import { Dialog } from '../../../ui/controls/dialog.tsx'
import { TextField } from '../../../ui/controls/field.tsx'
import { SelectField } from '../../../ui/controls/select-field.tsx'
import { isRefused } from '../shared/failure-words.ts'
import { SaveFoot } from '../shared/save-foot.tsx'
import { Note } from '../../../ui/surfaces/note.tsx'
import { PictureChooser } from '../shared/picture-chooser.tsx'
import { GrantFields } from './grant-fields.tsx'
import type { GuardianDraft, GuardianList } from './use-guardian-acts.ts'
import { useGuardianForm } from './use-guardian-form.ts'

type GuardianDialogProps = {
  /** Null: a new one. */
  guardian: Guardian | null
  childrenOfFamily: GuardianList['children']
  save: (guardian: Guardian | null, draft: GuardianDraft) => Promise<void>
  onClose: () => void
}

/** A guardian and what they may do. Their role is fixed: it is not asked for. */
export function GuardianDialog({ guardian, childrenOfFamily, save, onClose }: GuardianDialogProps) {
  const t = useTexts()
  const form = useGuardianForm({ guardian, save, onClose })
  const { fields, change, faults, picture } = form
  const isPhoneRefused = isRefused(form.failure, 'phone')
  return (
    <Dialog open onClose={onClose} title={t(guardian ? 'portal.guardians.update' : 'portal.guardians.addNew')}>
      <form className="stack" noValidate onSubmit={form.submit}>
        <TextField
          label={`${t('portal.member.firstName')} *`}
          value={fields.firstName}
          required
          maxLength={120}
          autoComplete="off"
          error={faults?.firstName ? t('portal.member.firstNameMissing') : undefined}
          onChange={({ target }) => change({ firstName: target.value })}
        />
        <TextField
          label={t('portal.member.lastName')}
          value={fields.lastName}
          maxLength={120}
          autoComplete="off"
          onChange={({ target }) => change({ lastName: target.value })}
        />
        <TextField
          label={t('portal.grant.phone')}
          type="tel"
          value={fields.phone}
          maxLength={60}
          autoComplete="off"
          error={isPhoneRefused ? t('portal.failure.phone') : undefined}
          onChange={({ target }) => change({ phone: target.value })}
        />
        <SelectField
          label={t('portal.member.gender')}
          value={fields.gender}
          onChange={({ target }) => change({ gender: target.value })}
        >
          <option value="">{t('portal.member.notSaid')}</option>
          <option value="male">{t('portal.member.male')}</option>
          <option value="female">{t('portal.member.female')}</option>
        </SelectField>
        <PictureChooser
          picture={picture}
          firstName={fields.firstName}
          lastName={fields.lastName}
          hint={t('portal.member.pictureHint')}
        />
        {fields.terms.kind === 'not_authorised' && picture.shown === null && (
          <Note tone="warn">{t('portal.grant.pictureMissing')}</Note>
        )}
        <GrantFields
          terms={fields.terms}
          childrenOfFamily={childrenOfFamily}
          faults={faults}
          onChange={form.changeTerms}
        />
        <SaveFoot failure={isPhoneRefused ? null : form.failure} isBusy={form.isBusy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
