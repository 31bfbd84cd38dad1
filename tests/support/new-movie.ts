import type { APIRequestContext } from '@playwright/test';

/** The demo's admin at the Data API and at Storage. */
async function adminHeaders(request: APIRequestContext): Promise<{ authorization: string }> {
  const signedIn = await request.post('/auth/v1/token?grant_type=password', {
    data: { email: 'admin@lakou.test', password: 'lakou-demo' },
  });
  const { access_token } = (await signedIn.json()) as { access_token: string };
  return { authorization: `Bearer ${access_token}` };
}

/** A free film without a video. */
export async function newMovie(request: APIRequestContext, title: string): Promise<string> {
  const made = await request.post('/rest/v1/movies', {
    headers: { ...(await adminHeaders(request)), prefer: 'return=representation' },
    data: { title, published: true, is_free: true },
  });
  const [movie] = (await made.json()) as { id: string }[];
  return movie?.id ?? '';
}

/** Uploads the video of a film, or of an interpreter. */
export async function uploadVideo(request: APIRequestContext, path: string, bytes: Buffer): Promise<void> {
  const headers = { ...(await adminHeaders(request)), 'content-type': 'video/mp4' };
  const answer = await request.post(`/storage/v1/object/movies/${path}`, { headers, data: bytes });
  if (!answer.ok()) throw new Error(await answer.text());
}

export async function addSignVideo(request: APIRequestContext, movie: string, path: string): Promise<void> {
  const answer = await request.post('/rest/v1/sign_videos', {
    headers: await adminHeaders(request),
    data: { movie_id: movie, language: 'sgn-HT', path },
  });
  if (!answer.ok()) throw new Error(await answer.text());
}
