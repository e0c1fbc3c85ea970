/* SPDX-License-Identifier: Apache-2.0
 * Floor 1. The constants of near_text.h, written by tools/near_coefficients. proofs/functions.py bounds what they are
 * off. */
#ifndef ETALON_SCALAR_NEAR_COEFFICIENTS_H
#define ETALON_SCALAR_NEAR_COEFFICIENTS_H

#define NEAR_LOG2_E 0x1.71547652b82fep0      /* 1 / ln 2 */
#define NEAR_LN2_HIGH 0x1.62e42fefa38p-1     /* the first 42 bits of ln 2 */
#define NEAR_LN2_LOW 0x1.ef35793c7673p-45    /* the rest of it */
#define NEAR_TWO_BY_PI 0x1.45f306dc9c883p-1  /* 2 / pi */
#define NEAR_HALF_PI_1 0x1.921fb544p0        /* the first 33 bits of pi / 2 */
#define NEAR_HALF_PI_2 0x1.0b4611a6p-34      /* 33 bits behind them */
#define NEAR_HALF_PI_3 0x1.3198a2e037073p-69 /* the rest of it */
#define NEAR_HALF_PI 0x1.921fb54442d18p0     /* pi / 2 */

/* (exp(x) - 1 - x) / x^2 for |x| <= 0.352 */
static const double NEAR_EXP[10] = {
    0x1.0000000000001p-1,  0x1.5555555555556p-3,  0x1.5555555553a3dp-5,  0x1.11111111108bbp-7,  0x1.6c16c179c17d9p-10,
    0x1.a01a01a8829c2p-13, 0x1.a019b46cff99cp-16, 0x1.71de0ad5e121bp-19, 0x1.2896efcb0bd8ap-22, 0x1.af3f538cea439p-26};

/* (2 atanh(s) - 2 s) / s^3, s^2 = x <= 0.0296 */
static const double NEAR_LOG[7] = {0x1.5555555555558p-1, 0x1.9999999995077p-2, 0x1.2492492e35998p-2,
                                   0x1.c71c628e9e0c9p-3, 0x1.7462cd53e5318p-3, 0x1.39fb2efe206abp-3,
                                   0x1.2b7fa64da1a6ap-3};

/* (sin(r) / r - 1) / r^2, r^2 = x <= 0.62 */
static const double NEAR_SIN[6] = {-0x1.5555555555555p-3, 0x1.1111111110b8fp-7,   -0x1.a01a019e7b518p-13,
                                   0x1.71de378bbd711p-19, -0x1.ae5fffc91a3e2p-26, 0x1.5e0711724951fp-33};

/* (cos(r) - 1) / r^2, r^2 = x <= 0.62 */
static const double NEAR_COS[7] = {-0x1p-1,
                                   0x1.5555555555551p-5,
                                   -0x1.6c16c16c15d19p-10,
                                   0x1.a01a019dd582p-16,
                                   -0x1.27e4f8da8357ap-22,
                                   0x1.1eea7724feaf4p-29,
                                   -0x1.8ff51fb0679f6p-37};

/* (asin(s) - s) / s^3, s^2 = x <= 1/4 */
static const double NEAR_ACOS[12] = {0x1.555555555554fp-3, 0x1.3333333336da5p-4, 0x1.6db6db684b6a1p-5,
                                     0x1.f1c71f95269afp-6, 0x1.6e8b2b3b10be4p-6, 0x1.1c593c7b1d958p-6,
                                     0x1.c87265d47ef49p-7, 0x1.8522ddffa6208p-7, 0x1.ff5fc4d14c735p-8,
                                     0x1.06b9d26d10838p-6, -0x1.603991d6060ep-7, 0x1.cd864394d2ff2p-6};

/* erf(y) / y around y = j/2 + 1/4, |y - j/2 - 1/4| <= 1/4: entry j of row i is the coefficient of power i */
static const double NEAR_ERF[14][8] = {
    {0x1.1af54e232d609p0, 0x1.e57b7477c132ap-1, 0x1.7a0517ad564cdp-1, 0x1.20ac0448e30d1p-1, 0x1.c672068e64fbdp-2,
     0x1.74537fc603cfbp-2, 0x1.3b135862188d2p-2, 0x1.11110f080c546p-2},
    {-0x1.73070406af8f7p-3, -0x1.a0cdd9ab35663p-2, -0x1.9b12df9c9f1cep-2, -0x1.2b07a606936a4p-2, -0x1.8d734c1fef1dcp-3,
     -0x1.0e5896d12aaf3p-3, -0x1.83bf9f6f554bp-4, -0x1.234526458097ep-4},
    {-0x1.57664ffe806dep-2, -0x1.9a7d8dd5f75e2p-4, 0x1.5aa5390000029p-4, 0x1.d3549a3f1bd84p-4, 0x1.4408c71d2d863p-4,
     0x1.846d86b723adp-5, 0x1.dcc02f5d976bcp-6, 0x1.36ac76646eecbp-6},
    {0x1.acf0ba5b49104p-4, 0x1.5acfc2be8b55fp-3, 0x1.0faa3ba2d5879p-4, -0x1.c0361d5090e1ep-7, -0x1.a1de1a059621bp-6,
     -0x1.0a0c0d51b37e4p-6, -0x1.23692b411d709p-7, -0x1.4b3ef89efcd68p-8},
    {0x1.6cb169fee4c73p-4, -0x1.97842b84813b5p-6, -0x1.db07bcfddb37fp-5, -0x1.424946c7bf24ep-6, 0x1.7610514e6ce17p-9,
     0x1.355523835c9acp-8, 0x1.5b1a27bd1594dp-9, 0x1.605c898b85f06p-10},
    {-0x1.265cd08570e9cp-5, -0x1.35e003bdd5bd2p-5, 0x1.1b462fd4c5abap-7, 0x1.ec5d8e9152f45p-7, 0x1.c69ab0b939834p-9,
     -0x1.767b30007b6cp-11, -0x1.7894c29485fa9p-11, -0x1.72b720a33d9a1p-12},
    {-0x1.2d72a5b3ebe54p-6, 0x1.de96cfe0b0ceap-7, 0x1.4bc7dfe3e14dp-7, -0x1.c6170d927af33p-9, -0x1.733cc63a7d402p-9,
     -0x1.6796ee22e2a09p-12, 0x1.256f761c72228p-13, 0x1.75df9f3b93b96p-14},
    {0x1.24caf7abbd879p-7, 0x1.4ea86531eeddcp-8, -0x1.54be48774685cp-8, -0x1.849ec20013627p-10, 0x1.f7c0028899859p-11,
     0x1.7918726996605p-12, 0x1.367612e3f4138p-17, -0x1.45fbe447c09e5p-16},
    {0x1.8ec05ec5b359fp-9, -0x1.ea2735e96c269p-9, -0x1.a20ce7248a784p-12, 0x1.4b6da6d9925e1p-10, 0x1.20522f51fbb53p-16,
     -0x1.5621d1d5cb6dep-13, -0x1.d53ec7f44edcbp-16, 0x1.292362ae626f4p-19},
    {-0x1.caf1faa91982cp-10, -0x1.3fb8cc1427b2ep-12, 0x1.0ba9a47fe75b8p-10, -0x1.bb88f37dabc62p-13,
     -0x1.684e537adc3c8p-13, 0x1.186332f4baffcp-15, 0x1.16280aca1c09ap-16, 0x1.16d0f1994fad7p-20},
    {-0x1.b0c4450836138p-12, 0x1.571a71a5be624p-11, -0x1.7d7a3aac368ebp-13, -0x1.153998a954bb5p-13,
     0x1.2ae46b96d3942p-14, 0x1.076c2208da61p-17, -0x1.8689682aa17d4p-18, -0x1.04bacd912e8acp-20},
    {0x1.2929cb9c36124p-12, -0x1.55e2ce6b4629cp-15, -0x1.dc4177a21ae64p-14, 0x1.2fa1d6c97746p-14,
     -0x1.6c85cc9be94b4p-19, -0x1.211bf016b08f2p-17, 0x1.e7f4ec8dc66p-21, 0x1.f43197fdb3e62p-22},
    {0x1.7f5cab80c1812p-15, -0x1.654d3cbc0c0c1p-14, 0x1.8b55e0c4990bbp-15, -0x1.af1f0a8b67e87p-20,
     -0x1.2969d08a415b1p-17, 0x1.6691b63070b76p-19, 0x1.5bf105a9a4d09p-22, -0x1.3bedcc3aa1accp-23},
    {-0x1.3fc881766dd57p-15, 0x1.ebe610bf599d9p-17, 0x1.889e01dd8b84ap-18, -0x1.276e1aead38d8p-17,
     0x1.b645a6f53f586p-19, 0x1.8565f1f5c5689p-28, -0x1.1b5bdfa86fd29p-22, 0x1.8d32d72779ac6p-26}};

#endif
