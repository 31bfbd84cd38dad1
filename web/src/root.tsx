import { type ReactNode, useContext } from 'react';
import { Outlet, Scripts, ScrollRestoration, useMatches } from 'react-router';
import { FONTS } from '#lib/fonts.ts';
import { PageFrameContext } from '#lib/page-frame.ts';
import { usePageMessages } from '#lib/page-messages.ts';
import { useSaveData } from '#lib/save-data.ts';
import { SessionHintContext } from '#lib/session.ts';
import { writeHint } from '#lib/session-hint.ts';
import { colorScheme, themeColor, useTheme } from '#lib/theme.tsx';
import { useLanguage } from '#lib/translations.tsx';
import stylesheet from '#styles/app.css?url';

export { ErrorBoundary } from '#app/error-boundary.tsx';

/** The document, for pages and error pages. */
export function Layout({ children }: { children: ReactNode }) {
  const { nonce, styles, hasCachedStyles, hydrationData, app } = useContext(PageFrameContext);
  const { language } = useLanguage();
  const { theme } = useTheme();
  const hint = useContext(SessionHintContext);
  const savesData = useSaveData();
  // The offline page is shown in place of others and has no data to hydrate with: see pages/offline.tsx.
  const isStatic = useMatches().some(({ handle }) => (handle as { static?: boolean } | undefined)?.static);
  return (
    <html
      lang={language}
      data-theme={theme}
      data-hint={writeHint(hint)}
      data-saver={savesData ? 'yes' : undefined}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content={colorScheme(theme)} />
        <style
          nonce={nonce}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: our own styles, put in by the server alone.
          dangerouslySetInnerHTML={{ __html: styles }}
        />
        <noscript>
          <link rel="stylesheet" href={stylesheet} />
        </noscript>
        {hasCachedStyles &&
          FONTS.map((font) => (
            <link key={font} rel="preload" as="font" type="font/woff2" href={font} crossOrigin="anonymous" />
          ))}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <meta name="theme-color" content={themeColor(theme)} />
      </head>
      <body>
        {children}
        {!isStatic && (
          <>
            <script
              id="hydration-data"
              type="application/json"
              suppressHydrationWarning
              // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON, with every < escaped by the server.
              dangerouslySetInnerHTML={{ __html: hydrationData }}
            />
            {import.meta.env.DEV ? (
              <Scripts nonce={nonce} />
            ) : (
              // Started by a script after it: see lib/first-visit.ts.
              <script
                id="app"
                type="text/plain"
                nonce={nonce}
                suppressHydrationWarning
                // biome-ignore lint/security/noDangerouslySetInnerHtml: file names of the build, put in by the server alone.
                dangerouslySetInnerHTML={{ __html: app }}
              />
            )}
            {/* Last: the server's part of it has no counterpart in the built app. */}
            <ScrollRestoration nonce={nonce} />
          </>
        )}
      </body>
    </html>
  );
}

export default function App() {
  usePageMessages();
  return <Outlet />;
}
