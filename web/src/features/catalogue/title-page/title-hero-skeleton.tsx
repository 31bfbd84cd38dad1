import { useTranslations } from '#lib/translations.tsx';
import { Skeleton } from '#ui/skeleton.tsx';

/** Has the layout of TitleHero. */
export function TitleHeroSkeleton() {
  const t = useTranslations();
  return (
    <div data-theme="dark" role="status" className="min-h-dvh">
      <span className="sr-only">{t('shell.loading')}</span>
      <Skeleton className="aspect-video rounded-none! md:hidden" />
      <div className="page-width grid gap-x-4 gap-y-5 pb-8 max-md:-mt-14 max-md:grid-cols-[7rem_minmax(0,1fr)] max-md:items-end md:gap-x-8 md:min-h-[min(42vw,38rem)] md:grid-cols-[13rem_minmax(0,1fr)] md:items-end md:py-12 lg:grid-cols-[16rem_minmax(0,1fr)] lg:gap-x-12">
        <Skeleton className="aspect-[2/3] w-full" />
        <div className="grid max-w-3xl gap-4 max-md:contents">
          <div className="grid gap-4">
            <Skeleton className="h-14 w-4/5" />
            <Skeleton className="h-6 w-2/5" />
            <Skeleton className="h-6 w-1/4" />
          </div>
          <div className="mt-2 grid gap-3 max-md:col-span-full">
            <Skeleton className="h-11 w-52 max-sm:w-full" />
            <Skeleton className="h-11 w-96 max-w-full max-sm:h-15" />
          </div>
        </div>
      </div>
    </div>
  );
}
