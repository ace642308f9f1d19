import { useState, type SubmitEvent } from 'react'
import { editFamilyProfile, type PortalFamily } from '#contract/checkin/family.ts'
import { readHome } from '#contract/checkin/registration.ts'
import { call } from '../../../api/call.ts'
import { useTexts } from '../../../languages/index.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { AreaField, TextField } from '../../../ui/controls/field.tsx'
import { IconUpload } from '../../../ui/icons.ts'
import { Card } from '../../../ui/surfaces/card.tsx'
import { Note } from '../../../ui/surfaces/note.tsx'
import { toast } from '../../../ui/toasts/index.ts'
import { failureWords, isRefused } from '../reading/failure-words.ts'
import { PictureChooser, usePicture } from '../persons/picture-chooser.tsx'
import { putFamily } from '../session/use-own-family.ts'
import { outdate } from '../reading/use-read.ts'

type ProfileFormProps = { family: PortalFamily; me: string | undefined; mayChange: boolean }
type Side = 'father' | 'mother'

/** Which parent of the family is signed in; null: somebody else, who has no name and picture here to change. */
const sideOf = ({ fatherID, motherID }: PortalFamily, me: string | undefined): Side | null => {
  if (me === undefined) return null
  if (me === motherID) return 'mother'
  return me === fatherID ? 'father' : null
}

function useProfileForm({ family, me }: ProfileFormProps) {
  const t = useTexts()
  const side = sideOf(family, me)
  const parent = side && family[side]
  const [fields, setFields] = useState({
    firstName: parent?.firstName ?? '',
    lastName: parent?.lastName ?? '',
    homePhone: family.homePhone ?? parent?.mobilePhone ?? '',
    email: family.email ?? parent?.email ?? '',
    address: family.address ?? parent?.homeAddress ?? '',
  })
  const [work, setWork] = useState<'upload' | 'save' | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const picture = usePicture(parent?.pictureUrl ?? null)
  const attempt = async (what: 'upload' | 'save', act: () => Promise<void>) => {
    if (work) return
    setWork(what)
    setFailure(null)
    try {
      await act()
    } catch (refused) {
      setFailure(refused)
    } finally {
      setWork(null)
    }
  }
  const upload = async () => {
    await picture.upload()
    toast.ok(t('portal.profile.uploaded'))
  }
  const save = async () => {
    const { homePhone, email, address, firstName, lastName } = fields
    const pictureUrl = await picture.upload()
    const own = side && { [side]: { firstName: firstName.trim(), lastName: lastName.trim(), pictureUrl } }
    const body = { id: family.id, familyName: family.familyName, homePhone, email, address, ...own }
    putFamily(await call(editFamilyProfile, { body }))
    outdate(readHome)
    toast.ok(t('portal.profile.saved'))
  }
  return {
    side,
    fields,
    setFields,
    work,
    failure,
    picture,
    upload: () => attempt('upload', upload),
    save: () => attempt('save', save),
  }
}

/** First name, last name, phone number, email and address, and the picture, which is uploaded by its own button or with the rest. */
export function ProfileForm(props: ProfileFormProps) {
  const t = useTexts()
  const { side, fields, setFields, work, failure, picture, upload, save } = useProfileForm(props)
  const [isChecked, setChecked] = useState(false)
  const { mayChange } = props
  const isPhoneRefused = isRefused(failure, 'homePhone')
  const isEmailRefused = isRefused(failure, 'email')
  const isNameMissing = side !== null && fields.firstName.trim() === ''
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setChecked(true)
    if (!isNameMissing) void save()
  }
  const field = (name: keyof typeof fields) => ({
    name,
    value: fields[name],
    readOnly: !mayChange,
    onChange: ({ target }: { target: { value: string } }) => setFields({ ...fields, [name]: target.value }),
  })
  return (
    <Card>
      <form className="stack" noValidate onSubmit={submit}>
        {!mayChange && <Note tone="info">{t('portal.profile.guardianNote')}</Note>}
        {side && mayChange && (
          <PictureChooser picture={picture} firstName={fields.firstName} lastName={fields.lastName}>
            {picture.isChosen && (
              <Button icon={IconUpload} busy={work === 'upload'} onClick={() => void upload()}>
                {t('portal.profile.upload')}
              </Button>
            )}
          </PictureChooser>
        )}
        {side && (
          <>
            <TextField
              label={`${t('portal.profile.firstName')} *`}
              autoComplete="given-name"
              maxLength={120}
              required
              error={isChecked && isNameMissing ? t('portal.member.firstNameMissing') : undefined}
              {...field('firstName')}
            />
            <TextField
              label={t('portal.profile.lastName')}
              autoComplete="family-name"
              maxLength={120}
              {...field('lastName')}
            />
          </>
        )}
        <TextField
          label={t('portal.profile.phone')}
          type="tel"
          autoComplete="tel"
          error={isPhoneRefused ? t('portal.failure.phone') : undefined}
          maxLength={60}
          {...field('homePhone')}
        />
        <TextField
          label={t('portal.profile.email')}
          type="email"
          autoComplete="email"
          error={isEmailRefused ? t('portal.failure.email') : undefined}
          maxLength={254}
          {...field('email')}
        />
        <AreaField
          label={t('portal.profile.address')}
          autoComplete="street-address"
          rows={2}
          maxLength={300}
          {...field('address')}
        />
        {failure !== null && !isPhoneRefused && !isEmailRefused && <Note tone="bad">{failureWords(t, failure)}</Note>}
        {mayChange && (
          <Button type="submit" kind="primary" size="lg" block busy={work === 'save'}>
            {t('portal.profile.save')}
          </Button>
        )}
      </form>
    </Card>
  )
}
