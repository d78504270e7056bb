// SPDX-License-Identifier: MIT
// The shaders: wooden bodies under one sun, their shadows, and marks on them.
const HEAD = `#version 300 es
precision highp float;
`;

// Bodies are rounded boxes: the corner, moved in by the radius and out again along the outward
// vector of the vertex.
const BODY = `
layout(location=0) in vec3 corner;
layout(location=1) in vec3 outward;
layout(location=2) in vec3 middle;
layout(location=3) in vec3 halves;
layout(location=4) in vec4 tone;
layout(location=5) in vec4 more; // axis of the grain, seed, how much it is lit, radius of the edges
vec3 place() { return middle + corner * (halves - more.w) + outward * more.w; }
`;

export const depthVertex = `${HEAD}${BODY}
uniform mat4 sunView;
void main() { gl_Position = sunView * vec4(place(), 1.0); }`;

export const depthFragment = `${HEAD}void main() {}`;

export const bodyVertex = `${HEAD}${BODY}
uniform mat4 view;
out vec3 at; out vec3 normal; out vec3 inside; out vec4 paint;
flat out vec3 extent; flat out vec4 rest;
void main() {
  at = place();
  normal = outward;
  inside = at - middle;
  extent = halves;
  paint = tone;
  rest = more;
  gl_Position = view * vec4(at, 1.0);
}`;

const LIGHT = `
uniform highp sampler2DShadow shadows;
uniform highp sampler3D about;
uniform mat4 sunView;
uniform vec3 sun, side, low, span;
uniform vec4 mood; // sun, sky, bounce, shade
float sunlit(vec3 p, vec3 n) {
  vec4 q = sunView * vec4(p + n * 0.03, 1.0);
  vec3 s = q.xyz * 0.5 + 0.5;
  float sum = 0.0, step = 1.6 / 1024.0;
  sum += texture(shadows, vec3(s.xy + vec2(-0.9, -0.4) * step, s.z - 0.0012));
  sum += texture(shadows, vec3(s.xy + vec2(0.4, -0.9) * step, s.z - 0.0012));
  sum += texture(shadows, vec3(s.xy + vec2(0.9, 0.4) * step, s.z - 0.0012));
  sum += texture(shadows, vec3(s.xy + vec2(-0.4, 0.9) * step, s.z - 0.0012));
  vec3 off = abs(q.xyz);
  return max(off.x, max(off.y, off.z)) > 1.0 ? 1.0 : sum * 0.25;
}
float open(vec3 p, vec3 n) {
  float much = texture(about, (p + n * 0.42 - low) / span).r;
  return 1.0 - clamp((much - 0.16) * 1.75, 0.0, 0.82);
}
`;

export const bodyFragment = `${HEAD}${LIGHT}
uniform sampler2D wood;
uniform vec3 eye, glow;
in vec3 at; in vec3 normal; in vec3 inside; in vec4 paint;
flat in vec3 extent; flat in vec4 rest;
out vec4 colour;
vec3 along(vec3 p) { return rest.x < 0.5 ? p : rest.x < 1.5 ? p.yxz : p.zyx; }
// How far the nearest edge of this face is.
float rim(vec3 n) {
  vec3 left = extent - abs(inside) + step(0.6, abs(n)) * 9.0;
  return min(left.x, min(left.y, left.z));
}
void main() {
  vec3 n = normalize(normal), p = along(inside), m = abs(along(n));
  vec2 shift = vec2(fract(rest.y * 0.37), fract(rest.y * 0.61));
  vec2 uv = m.x > max(m.y, m.z) ? p.yz * 0.62 : (m.y > m.z ? p.xz : p.xy + vec2(0.0, 0.5)) * vec2(0.42, 0.5);
  vec2 grain = texture(wood, uv + shift).rg;
  float figure = m.x > max(m.y, m.z) ? grain.g - 0.1 : grain.r;
  vec3 face = paint.rgb * (0.66 + 0.62 * figure) * (0.95 + 0.1 * fract(rest.y * 0.83));
  face = mix(face, glow, rest.z * 0.05);
  float free = open(at, n), day = sunlit(at, n) * max(dot(n, sun), 0.0);
  vec3 toEye = normalize(eye - at);
  float gloss = pow(max(dot(n, normalize(sun + toEye)), 0.0), 26.0) * day;
  float skim = pow(1.0 - max(dot(n, toEye), 0.0), 4.0);
  vec3 sky = mix(vec3(0.86, 0.78, 0.7), vec3(1.0, 1.0, 1.03), n.y * 0.5 + 0.5);
  vec3 lit = vec3(1.0, 0.95, 0.87) * mood.x * day + sky * mood.y * free
    + vec3(1.0, 0.93, 0.85) * mood.z * free * max(dot(n, side), 0.0);
  vec3 sum = face * lit + vec3(1.0, 0.96, 0.9) * (0.1 * gloss + 0.05 * skim * free);
  float line = rim(n), soft = max(fwidth(line), 0.004);
  float frame = smoothstep(0.03 - soft, 0.03 + soft, line) * (1.0 - smoothstep(0.115 - soft, 0.115 + soft, line));
  sum = mix(sum, glow * (0.75 + 0.35 * day), rest.z * frame);
  colour = vec4(pow(clamp(sum, 0.0, 1.0), vec3(1.0 / 2.2)) * paint.a, paint.a);
}`;

// The table under it all is the page itself: only its shadow is drawn.
export const tableVertex = `${HEAD}
layout(location=0) in vec2 corner;
uniform mat4 view;
uniform vec2 reach;
out vec3 at;
void main() { at = vec3(corner.x * reach.x, reach.y, corner.y * reach.x); gl_Position = view * vec4(at, 1.0); }`;

export const tableFragment = `${HEAD}${LIGHT}
uniform vec2 ground;
in vec3 at;
out vec4 colour;
void main() {
  vec2 away = max(abs(at.xz) - ground, 0.0);
  float near = exp(-dot(away, away) * 9.0) * 0.3;
  float far = exp(-dot(away, away) * 0.6);
  float dark = max((1.0 - sunlit(at, vec3(0.0, 1.0, 0.0))) * 0.3 * far, near);
  colour = vec4(0.0, 0.0, 0.0, dark * mood.w);
}`;

// A mark lies on a square of a face: a frame on some of its sides, a dot, a cross, or all of it.
export const markVertex = `${HEAD}
layout(location=0) in vec2 corner;
layout(location=1) in vec3 middle;
layout(location=2) in vec3 right;
layout(location=3) in vec3 up;
layout(location=4) in vec4 tone;
layout(location=5) in vec4 edges; // right, up, left, down
layout(location=6) in vec4 turns; // the corners between them, from the upper right
layout(location=7) in vec4 form;  // kind, inset, thickness, tone of a rim around it
uniform mat4 view;
out vec2 q; flat out vec4 paint, rim, bend, look; flat out vec2 extent;
void main() {
  extent = vec2(length(right), length(up));
  q = corner * extent;
  paint = tone; rim = edges; bend = turns; look = form;
  gl_Position = view * vec4(middle + right * corner.x + up * corner.y, 1.0);
}`;

export const markFragment = `${HEAD}
uniform vec3 paper;
in vec2 q; flat in vec4 paint, rim, bend, look; flat in vec2 extent;
out vec4 colour;
float band(float d, float w) { return smoothstep(-w, w, d - look.y) - smoothstep(-w, w, d - look.y - look.z); }
float within(float d, float w) { return smoothstep(w, -w, d); }
float group(float w) {
  vec4 d = vec4(extent.x - q.x, extent.y - q.y, extent.x + q.x, extent.y + q.y);
  vec4 inner = smoothstep(-w, w, d - look.y); // inside the lines of the other sides
  float x = min(mix(1.0, inner.x, rim.x), mix(1.0, inner.z, rim.z));
  float y = min(mix(1.0, inner.y, rim.y), mix(1.0, inner.w, rim.w));
  float on = max(max(rim.x * band(d.x, w), rim.z * band(d.z, w)) * y, max(rim.y * band(d.y, w), rim.w * band(d.w, w)) * x);
  vec4 far = vec4(max(d.x, d.y), max(d.z, d.y), max(d.z, d.w), max(d.x, d.w));
  vec4 turn = bend * vec4(band(far.x, w), band(far.y, w), band(far.z, w), band(far.w, w));
  return max(on, max(max(turn.x, turn.y), max(turn.z, turn.w)));
}
void main() {
  float w = max(fwidth(q.x) + fwidth(q.y), 0.002) * 0.5, on = 0.0, halo = 0.0;
  vec2 a = abs(q);
  float box = max(a.x - extent.x, a.y - extent.y);
  if (look.x < 0.5) on = group(w);
  else if (look.x < 1.5) { on = within(length(q) - look.z, w); halo = within(length(q) - look.z - look.y, w); }
  else if (look.x < 2.5) {
    float d = min(abs(q.x - q.y), abs(q.x + q.y)) * 0.7071, end = max(a.x, a.y) - extent.x * 0.5;
    on = within(max(d - look.z, end), w); halo = within(max(d - look.z - look.y, end - look.y), w);
  } else on = within(box + look.y, w);
  float much = max(on, halo * look.w) * paint.a;
  vec3 sum = mix(paper, paint.rgb, halo > 0.0 ? on / max(max(on, halo * look.w), 0.001) : 1.0);
  colour = vec4(sum * much, much);
}`;
