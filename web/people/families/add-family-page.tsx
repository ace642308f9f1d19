import { useNavigate } from '@tanstack/react-router'
import { useTexts } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { ButtonLink } from '../../ui/controls/button.tsx'
import { PageHeader } from '../../ui/surfaces/page-header.tsx'
import { toast } from '../../ui/toasts/index.ts'
import { FamilyForm } from './family-form.tsx'

/** Writes a family down, with the people in it. */
export function AddFamilyPage() {
  const t = useTexts()
  const navigate = useNavigate()
  return (
    <>
      <PageHeader title={t('people.families.add')} back={{ to: paths.families, label: t('people.families.title') }} />
      <FamilyForm
        family={null}
        cancel={<ButtonLink to={paths.families}>{t('people.acts.cancel')}</ButtonLink>}
        onSaved={({ id, name }) => {
          toast.ok(t('people.form.added', { name }))
          void navigate({ to: paths.family, params: { id }, replace: true, ignoreBlocker: true })
        }}
      />
    </>
  )
}
