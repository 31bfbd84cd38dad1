import { type APIRequestContext, expect } from '@playwright/test';

/** Uploads half a second of red as a trailer, as an admin. */
export async function giveTrailer(request: APIRequestContext, id: string): Promise<void> {
  const video = Buffer.from(
    'GkXfo59ChoEBQveBAULygQRC84EIQoKEd2VibUKHgQJChYECGFOAZwEAAAAAAAIVEU2bdLpNu4tTq4QVSalmU6yBoU27i1OrhBZUrmtTrIHYTbuMU6uEElTDZ1OsggEeTbuMU6uEHFO7a1OsggH/7AEAAAAAAABZAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAVSalmsirXsYMPQkBNgI1MYXZmNTkuMjcuMTAwV0GNTGF2ZjU5LjI3LjEwMESJiECPQAAAAAAAFlSua8GuAQAAAAAAADjXgQFzxYhQ649DeSEzy5yBACK1nIN1bmSIgQCGhVZfVlA4g4EBI+ODhB3NZQDgibCBILqBEpqBAhJUw2f9c3OgY8CAZ8iaRaOHRU5DT0RFUkSHjUxhdmY1OS4yNy4xMDBzc9djwItjxYhQ649DeSEzy2fIoUWjh0VOQ09ERVJEh5RMYXZjNTkuMzcuMTAwIGxpYnZweGfIokWjiERVUkFUSU9ORIeUMDA6MDA6MDEuMDAwMDAwMDAwAAAfQ7Z12ueBAKO+gQAAgBADAJ0BKiAAEgAARwiFhYiFhIgCAgJ1qgP4A/oCCFkMvQD+/W7z/+OZNzDE/45t//FhPA4oyP/xUQCjlYEB9ACxAQABEBAAGAAYWC/0AAhwABxTu2uRu4+zgQC3iveBAfGCAaDwgQM=',
    'base64',
  );
  // A busy machine answers some of these late, with an error.
  await expect(async () => {
    const signedIn = await request.post('/auth/v1/token?grant_type=password', {
      data: { email: 'admin@lakou.test', password: 'lakou-demo' },
    });
    const authorization = `Bearer ${(await signedIn.json()).access_token}`;
    const stored = await request.post(`/storage/v1/object/artwork/trailers/${id}.webm`, {
      headers: { authorization, 'content-type': 'video/webm', 'x-upsert': 'true' },
      data: video,
    });
    expect(stored.ok()).toBe(true);
    const linked = await request.patch(`/rest/v1/movies?id=eq.${id}`, {
      headers: { authorization },
      data: { trailer_url: `/storage/v1/object/public/artwork/trailers/${id}.webm` },
    });
    expect(linked.ok()).toBe(true);
  }).toPass();
}
